/** The environment is invalid. */
export class ConfigError extends Error {}
