/** The logger methods the supervisor uses, as in Fastify and pino. */
export type PostgresLog = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
