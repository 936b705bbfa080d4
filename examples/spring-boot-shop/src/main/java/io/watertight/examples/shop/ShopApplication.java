// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The shop. Its walls stand in {@code application.yaml}. */
@SpringBootApplication
public class ShopApplication {
    /**
     * Starts the shop.
     *
     * @param args properties, as {@code --server.port=8080}
     */
    public static void main(String[] args) {
        SpringApplication.run(ShopApplication.class, args);
    }
}
