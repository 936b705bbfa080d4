// SPDX-License-Identifier: Apache-2.0
package io.watertight.lab.figures;

/** How a replay speaks of what the service is short of, and of what its clients ask for. */
public enum Words {
    /** A service that serves pages and is short of threads. */
    THREADS("threads", "busy", "page", "degraded", "wall", "The wall", "Longest stay of a thread"),

    /** A service that answers requests and is short of connections. */
    CONNECTIONS(
            "connections",
            "in use",
            "request",
            "rejected",
            "partition",
            "The partitions",
            "Longest stay, waiting included");

    private final String scarce;
    private final String taken;
    private final String page;
    private final String degraded;
    private final String wall;
    private final String walls;
    private final String longestStay;

    Words(String scarce, String taken, String page, String degraded, String wall, String walls, String longestStay) {
        this.scarce = scarce;
        this.taken = taken;
        this.page = page;
        this.degraded = degraded;
        this.wall = wall;
        this.walls = walls;
        this.longestStay = longestStay;
    }

    /**
     * Returns the words of a scenario.
     *
     * @param database whether it has one
     * @return its words
     */
    public static Words of(boolean database) {
        return database ? CONNECTIONS : THREADS;
    }

    /**
     * What the service is short of.
     *
     * @return threads or connections
     */
    public String scarce() {
        return scarce;
    }

    /**
     * What is said of one that is not free.
     *
     * @return busy or in use
     */
    public String taken() {
        return taken;
    }

    /**
     * Those that are not free.
     *
     * @return threads busy or connections in use
     */
    public String busy() {
        return scarce + " " + taken;
    }

    /**
     * What clients ask for.
     *
     * @return page or request
     */
    public String page() {
        return page;
    }

    /**
     * What the service answers where a wall turned the call away.
     *
     * @return degraded or rejected
     */
    public String degraded() {
        return degraded;
    }

    /**
     * What stands before one callee.
     *
     * @return wall or partition
     */
    public String wall() {
        return wall;
    }

    /**
     * What the variants are about, at the beginning of a sentence.
     *
     * @return The wall or The partitions
     */
    public String walls() {
        return walls;
    }

    /**
     * The time that one request spent on what it calls.
     *
     * @return a heading
     */
    public String longestStay() {
        return longestStay;
    }
}
