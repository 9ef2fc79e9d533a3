import { capitalized } from '@tuneport/domain/text/capitalized';
import { fill, msg, t } from '@tuneport/domain/text/text';

// A review is stored once, in English. Its reasons are translated when they are shown.

const noChannel = msg('The log has no channel for {channel}.');

/** The reasons of `reviewLog`; `{channel}` is the name of a channel or quantity. */
const skipReasons: readonly string[] = [
  msg('The log has no time column.'),
  msg('Diesel engines run lean by design.'),
  msg('Nothing to check.'),
  msg('The log has no full-load section to check.'),
  msg('The log has no engine speed with pedal, throttle, boost or load, so full load is unknown.'),
  noChannel,
  msg('The log has no target for {channel}.'),
  msg('The unit of {channel} is not known.'),
];

/** What a log can lack, as `reviewLog` names it. */
const channels: ReadonlySet<string> = new Set([
  msg('knock'),
  msg('knock retard'),
  msg('lambda'),
  msg('lambda target'),
  msg('boost'),
  msg('boost target'),
  msg('fuel pressure'),
  msg('fuel pressure target'),
  msg('intake air temperature'),
  msg('misfires'),
]);

const patterns = skipReasons.map((text) => ({
  text,
  pattern: new RegExp(`^${text.replaceAll('.', '\\.').replace('{channel}', '(?<channel>.+)')}$`, 's'),
}));

/** Why a check was skipped, in the language of the page. */
export function skipReason(reason: string): string {
  const sentence = `${capitalized(reason)}.`;
  for (const { text, pattern } of patterns) {
    const match = pattern.exec(sentence);
    if (!match) continue;
    const { channel = '' } = match.groups ?? {};
    // In the other reasons it is the name in the file.
    return fill(t(text), { channel: text === noChannel && channels.has(channel) ? t(channel) : channel });
  }
  return sentence;
}
