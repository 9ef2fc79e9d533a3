/**
 * The return value is printed as JSON. To fail, a command throws, or sets process.exitCode and still returns a value.
 */
export type Command = {
  summary: string;
  usage?: string;
  run(args: string[]): Promise<unknown>;
};
