import type { ReactNode } from 'react';

export type Command = {
  id: string;
  label: string;
  group?: string;
  /** Quiet text after the label. */
  detail?: string;
  icon?: ReactNode;
  /** Synonyms for the search. */
  keywords?: string;
  to?: string;
  run?: () => void;
  keys?: string;
};

const plain = (text: string) => text.toLowerCase().replaceAll('-', '');

/**
 * Entries that contain every typed word; those whose label starts with the text come first, otherwise in the given
 * order.
 */
export function matchCommands<C extends Command>(commands: readonly C[], typed: string): C[] {
  // "email" finds "E-mail", and "contacts" finds "Contact imports".
  const words = plain(typed)
    .split(/\s+/)
    .map((word) => word.replace(/(?<=..)s$/, ''))
    .filter(Boolean);
  const rank = (command: C): number | null => {
    const label = plain(command.label);
    const all = plain(`${label} ${command.group ?? ''} ${command.keywords ?? ''}`);
    if (!words.every((word) => all.includes(word))) return null;
    if (words.length === 0) return 2;
    if (label.startsWith(plain(typed).trim())) return 0;
    return words.every((word) => label.split(/\s+/).some((part) => part.startsWith(word))) ? 1 : 2;
  };
  return commands
    .map((command, at) => ({ command, at, rank: rank(command) }))
    .filter((entry) => entry.rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || a.at - b.at)
    .map((entry) => entry.command);
}

/** Neighbours of the same group under one heading; the order of the commands stays. */
export function groupCommands(commands: readonly Command[]): { title: string; commands: Command[] }[] {
  const groups: { title: string; commands: Command[] }[] = [];
  for (const command of commands) {
    const title = command.group ?? '';
    const last = groups.at(-1);
    if (last?.title === title) last.commands.push(command);
    else groups.push({ title, commands: [command] });
  }
  return groups;
}
