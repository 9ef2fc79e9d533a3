import type { Config } from '../config.ts';
import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import { claimMail, failInterrupted, markFailed, markQueuedUnsent, markSent, type QueuedMail } from './outbox.ts';
import { type MailFile, openTransport, type Transport } from './transport.ts';

export type MailSender = {
  /** Checks now instead of at the next interval: for the listener of `mailChannel`. */
  wake(): void;
  /** Stops taking mail and waits up to 8 s for mail being sent. */
  stop(): Promise<void>;
};

export type MailSenderOptions = {
  readonly db: Db;
  readonly log: Log;
  /** Without it, mail stays in the outbox, where an admin can read it. */
  readonly mailUrl: string | undefined;
  readonly mailTls: Config['mailTls'];
  readonly mailFrom: string;
  /** Renders what a mail names as its attachment, for this recipient. */
  readonly attach?: (attachment: string, to: string) => Promise<MailFile>;
  /** Makes the address that a mail is answered to; without it mails have none. */
  readonly replyTo?: ((about: string, to: string) => Promise<string>) | undefined;
  /** Response timeout of the mail server. */
  readonly timeoutMs?: number;
  /** Delays after the first, second, … failed attempt; after the last one the mail fails. */
  readonly pausesS?: readonly number[];
  readonly everyMs?: number;
};

const usualPausesS = [30, 60, 300, 900, 3_600, 10_800, 21_600];
const lanes = 2;
const stopWithinMs = 8_000;

/**
 * Sends the mail in the outbox. No transaction is open while sending: a row is claimed by moving its next attempt into
 * the future, then sent, then marked together with the claim of the next one. A crash between sending and marking
 * repeats that one mail, with the same Message-ID; bulk mail is not repeated.
 */
export function startMailSender(options: MailSenderOptions): MailSender {
  const { db, log, mailUrl, mailFrom } = options;
  const pausesS = options.pausesS ?? usualPausesS;
  const { mailTls, timeoutMs } = options;
  const transport =
    mailUrl === undefined ? null : openTransport(mailUrl, mailFrom, { requireTls: mailTls === 'required', timeoutMs });
  let stopped = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function drain(through: Transport): Promise<void> {
    let sent: QueuedMail | null = null;
    while (!stopped) {
      const mail: QueuedMail | undefined = await claimMail(db, sent);
      if (!mail) return;
      sent = (await send(through, mail)) ? mail : null;
    }
    if (sent) await markSent(db, sent);
  }

  function attached(attachment: string, to: string): Promise<MailFile> {
    if (!options.attach) throw new Error(`Nothing renders the attachment ${attachment}.`);
    return options.attach(attachment, to);
  }

  /** A mail without a reply address is better than none. */
  async function replyToOf({ id, reply_about, to_address }: QueuedMail): Promise<string | null> {
    if (reply_about === null || !options.replyTo) return null;
    try {
      return await options.replyTo(reply_about, to_address);
    } catch (error) {
      log.error({ err: error, mail: id }, 'A mail is sent without its reply address');
      return null;
    }
  }

  /** Returns whether the mail was sent; a failure is marked here. */
  async function send(through: Transport, mail: QueuedMail): Promise<boolean> {
    try {
      await through.send(mail, {
        file: mail.attachment === null ? null : await attached(mail.attachment, mail.to_address),
        replyTo: await replyToOf(mail),
      });
    } catch (error) {
      const pauseS = isFinal(error) ? undefined : pausesS[mail.attempts - 1];
      const message = error instanceof Error ? error.message : String(error);
      log.warn(
        { mail: mail.id, kind: mail.kind, attempt: mail.attempts, reason: message },
        pauseS === undefined ? 'A mail could not be delivered' : 'A mail will be retried',
      );
      await markFailed(db, mail, { reason: message, pauseS, refused: isUnknownAddress(error) });
      return false;
    }
    return true;
  }

  async function round(): Promise<void> {
    try {
      do {
        again = false;
        if (transport) {
          await failInterrupted(db);
          await Promise.all(Array.from({ length: lanes }, () => drain(transport)));
        } else await markQueuedUnsent(db);
      } while (again && !stopped);
    } catch (error) {
      log.warn({ err: error }, 'The outbox could not be read');
    }
  }

  function wake(): void {
    if (stopped) return;
    again = true;
    if (running) return;
    clearTimeout(timer);
    running = round().finally(() => {
      running = undefined;
      if (!stopped) timer = setTimeout(wake, options.everyMs ?? 5_000).unref();
    });
  }

  wake();
  return {
    wake,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      let limit: NodeJS.Timeout | undefined;
      await Promise.race([running, new Promise((settle) => (limit = setTimeout(settle, stopWithinMs)))]);
      clearTimeout(limit);
      transport?.close();
    },
  };
}

/** The receiving server rejected this mail, so a retry is pointless. A rejected login is a setting and may be fixed. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
}

/** The server rejected the recipient, not the sender or the content. */
function isUnknownAddress(error: unknown): boolean {
  const { command } = error as { command?: string };
  return isFinal(error) && command === 'RCPT TO';
}
