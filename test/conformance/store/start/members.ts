/** Members of the listings, and the time at which the start suites look at them. */
export const AT = 1_800_000_000_000;
export const clock = () => AT;
/** The highest id in the listings, which belongs to staff. */
export const HIGHEST = 10_000_009;
export const MEMBERS = [10_000_001, 10_000_002, 10_000_003, 10_000_004];
