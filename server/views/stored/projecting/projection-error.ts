/** Tables, journal and code do not fit together. Trying again would not help; everything else may be the store's mood. */
export class ProjectionError extends Error {}
