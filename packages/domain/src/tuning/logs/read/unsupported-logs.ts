import { hasText, startText } from '../../flash-files/bytes.ts';
import { extensionOf } from '../../flash-files/formats.ts';
import { type LogFailure, unrecognisedLogText } from '../log-types.ts';

// Logs of known programs whose binary format is not supported: what they are and how to export them as a table.

type Known = { readonly format: string; readonly export: string };

const link = { format: 'Link ECU log', export: 'In PCLink choose Logging, then Export log as CSV.' };
const aem = { format: 'AEM log', export: 'In AEMdata choose File, then Export as CSV.' };
const motec = { format: 'MoTeC log', export: 'In i2 choose File, then Export data, and CSV as the format.' };
const raceChrono = { format: 'RaceChrono session', export: 'In RaceChrono choose Export, then CSV v3.' };
const candump = {
  format: 'CAN bus dump',
  export: 'It contains raw frames. Decode them with a DBC file (SavvyCAN, cantools) and export the signals as CSV.',
};
const ecuMaster = { format: 'ECUMaster log', export: 'In the EMU software choose Log, then Export to CSV.' };
const aim = { format: 'AiM log', export: 'In RaceStudio choose Export, then CSV.' };
const emerald = { format: 'Emerald log', export: 'In the Emerald software export the log as text.' };
const mdf = { format: 'ASAM measurement (MDF)', export: 'Export it as CSV from the program that recorded it.' };
const vector = { format: 'Vector log', export: 'Decode it with its DBC file and export the signals as CSV.' };
const hpTuners = { format: 'HP Tuners log', export: 'In VCM Scanner choose Log file, then Export log file.' };
const efiLive = { format: 'EFILive log', export: 'In the scan tool choose File, then Export as CSV.' };
const vbox = { format: 'VBOX log', export: 'In VBOX Test Suite or Performance Tools save it as VBO or CSV.' };
const fuelTech = { format: 'FuelTech log', export: 'In the FuelTech Datalogger choose File, then Export as CSV.' };
const holley = { format: 'Holley log', export: 'In the Holley EFI software choose Export, then CSV.' };

const byExtension: Readonly<Record<string, Known>> = {
  llg: link,
  llg5: link,
  daq: aem,
  ld: motec,
  rcz: raceChrono,
  emublog: ecuMaster,
  emublog3: ecuMaster,
  emuprolog: ecuMaster,
  xrk: aim,
  xrz: aim,
  drk: aim,
  lg1: emerald,
  lg2: emerald,
  mf4: mdf,
  mdf,
  blf: vector,
  hpl: hpTuners,
  efi: efiLive,
  vbb: vbox,
  ftlog: fuelTech,
  dl: holley,
  dlz: holley,
};

/** (1436509052.249713) vcan0 123#DEADBEEF, and the format of candump without -L. */
const frames = /^\s*(?:\(\d+\.\d+\)\s+)?\w*can\d+\s+(?:[0-9A-F]{3,8}#|[0-9A-F]{3,8}\s+\[\d\])/im;

function knownLog(name: string, head: Uint8Array): Known | null {
  if (hasText(head, 0, 'EMERALD v')) return aem;
  if ([0xd7, 0, 0, 0, 0x6c, 0x66, 0x33].every((byte, nth) => head[nth] === byte)) return link;
  if (hasText(head, 0, 'MDF     ') || hasText(head, 0, 'UnFinMF ')) return mdf;
  if (hasText(head, 0, 'LOGG')) return vector;
  if (
    startText(head, 4096)
      .split('\n', 20)
      .filter((line) => frames.test(line)).length >= 2
  )
    return candump;
  const extension = extensionOf(name.replace(/\.gz$/i, ''));
  if (
    head[0] === 0x40 &&
    head[1] === 0 &&
    head[2] === 0 &&
    head[3] === 0 &&
    /^[A-Z]{2,4}/.test(startText(head.subarray(0x4a), 4))
  )
    return motec;
  return Object.hasOwn(byExtension, extension) ? (byExtension[extension] as Known) : null;
}

/** The specified message, with additional details about a rejected file if known. */
export function refusedLogText(failure: LogFailure, name: string, head: Uint8Array): string {
  if (failure === 'no-rows') return `${unrecognisedLogText} It has channel names, but no readings.`;
  const known = knownLog(name, head);
  return known
    ? `${unrecognisedLogText} This is a different kind of log: ${known.format}. ${known.export}`
    : unrecognisedLogText;
}
