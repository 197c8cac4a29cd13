/**
 * Tables, journal and code are inconsistent, so a retry does not help. Other errors may be temporary faults of the
 * store.
 */
export class ProjectionError extends Error {}
