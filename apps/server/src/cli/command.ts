/**
 * The return value is printed as JSON. To fail, a command throws, or sets process.exitCode and still returns a value.
 */
export type Command = {
  summary: string;
  usage?: string;
  run(args: string[]): Promise<unknown>;
};

const summaryAt = 34;

/** A line of the help; two if the command is too long for one. */
export const helpText = (command: string, summary: string): string =>
  `  ${command}`.length < summaryAt
    ? `  ${command}`.padEnd(summaryAt) + summary
    : `  ${command}\n${' '.repeat(summaryAt)}${summary}`;
