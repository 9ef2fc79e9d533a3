type Entry = {
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
};

/** What would stop an installation somewhere; empty when nothing would. */
export function lockfileProblems(lock: { packages: Record<string, Entry> }): string[];
