/** A setting the operator has to change. The message is printed as it is, so it says what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
