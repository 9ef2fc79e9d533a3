/** The part of the logger the supervisor uses; Fastify's and pino's fit. */
export type PostgresLog = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
