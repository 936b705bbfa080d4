// SPDX-License-Identifier: Apache-2.0
package io.watertight.spring;

import io.watertight.jdbc.Partition;
import io.watertight.jdbc.PartitionSettings;
import io.watertight.jdbc.PartitionedDatabase;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** A {@code DataSource} bean for each partition: {@code reportsDataSource}, with the qualifier {@code reports}. */
final class JdbcRegistrar implements ImportBeanDefinitionRegistrar {
    private final Environment environment;
    private final BeanFactory beans;

    JdbcRegistrar(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = beans;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        JdbcPartitions jdbc = JdbcPartitions.read(environment);
        for (PartitionSettings partition : jdbc.partitions()) {
            String name = partition.name();
            var definition = new RootBeanDefinition(
                    Partition.class,
                    () -> beans.getBean(PartitionedDatabase.class).partition(name));
            definition.setPrimary(name.equals(jdbc.primary()));
            definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
            definition.setResourceDescription("watertight.jdbc.partitions." + name);
            registry.registerBeanDefinition(PolicyRegistrar.beanName(name, "DataSource"), definition);
        }
    }
}
