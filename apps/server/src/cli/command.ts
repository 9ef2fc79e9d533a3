/** A command gives back what is printed as JSON; it throws to fail, or sets process.exitCode beside an answer. */
export type Command = {
  summary: string;
  usage?: string;
  run(args: string[]): Promise<unknown>;
};
