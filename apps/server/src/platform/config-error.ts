/** A setting the operator has to change. The message is printed as is and says what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
