/** The environment says what cannot be. */
export class ConfigError extends Error {}
