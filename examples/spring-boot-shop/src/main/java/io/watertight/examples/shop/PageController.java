// SPDX-License-Identifier: Apache-2.0
package io.watertight.examples.shop;

import io.watertight.ResilientException;
import io.watertight.examples.shop.InventoryClient.Stock;
import io.watertight.examples.shop.PaymentClient.Payment;
import io.watertight.examples.shop.UserClient.User;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the visitors see. */
@RestController
class PageController {
    record Page(User user, Stock stock, Payment payment) {}

    record Account(User user, Payment payment) {}

    private final UserClient users;
    private final InventoryClient inventory;
    private final PaymentClient payments;

    PageController(UserClient users, InventoryClient inventory, PaymentClient payments) {
        this.users = users;
        this.inventory = inventory;
        this.payments = payments;
    }

    /** The page of an article. It needs all three dependencies, but goes without the stock where that is not to be had. */
    @GetMapping("/page/{sku}")
    Page page(@PathVariable String sku, @RequestParam(defaultValue = "ada") String user) {
        return new Page(users.user(user), inventory.stock(sku), payments.payment(user));
    }

    /** A page that never asks Inventory, and so must not notice when that hangs. */
    @GetMapping("/account")
    Account account(@RequestParam(defaultValue = "ada") String user) {
        return new Account(users.user(user), payments.payment(user));
    }

    /** User or Payment cannot answer, and without them there is no page: say so at once, with the numbers. */
    @ExceptionHandler
    ProblemDetail unavailable(ResilientException rejectedOrTimedOut) {
        return ProblemDetail.forStatusAndDetail(
                HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(rejectedOrTimedOut.getMessage()));
    }
}
