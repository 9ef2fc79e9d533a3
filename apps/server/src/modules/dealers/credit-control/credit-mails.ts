import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import { msg, t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import type { MailPart } from '../../../platform/mail/layout.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';
import type { OpenItems } from '../money/balance.ts';
import type { DealerRow } from '../queries.ts';

type Content = {
  readonly kind: 'dealer-reminder' | 'dealer-credit-warning' | 'dealer-account-paused' | 'dealer-account-resumed';
  readonly subject?: string;
  readonly title: string;
  readonly paragraphs: readonly MailPart[];
};

/** To the billing address; without one, to the managers. */
async function send(db: Db, origin: string, dealer: DealerRow, content: () => Content): Promise<void> {
  const message = () => creditMessage(origin, dealer.slug, content());
  for (const to of await addressesOf(db, dealer)) await queueMail(db, { to, secrets: [], message });
}

function creditMessage(origin: string, slug: string, { kind, ...content }: Content) {
  const [label, page] =
    kind === 'dealer-account-resumed' ? [t('View balance'), 'balance'] : [t('Pay balance'), 'pay-balance'];
  return mailMessage(kind, { ...content, button: { label, url: `${pagesOf(origin)}/dealer/${slug}/${page}` } });
}

async function addressesOf(db: Db, { id, billing_email }: DealerRow): Promise<string[]> {
  if (billing_email !== '') return [billing_email];
  const managers = await db
    .selectFrom('dealer_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.dealer_id', '=', id)
    .where('m.kind', '=', 'manager')
    .orderBy('u.id')
    .execute();
  return managers.map(({ email }) => email);
}

const subjects = [msg('Payment reminder'), msg('Second payment reminder'), msg('Final payment reminder')] as const;
const linesMax = 20;

type Overdue = Pick<OpenItems[number], 'label' | 'open_minor' | 'due_at'>;
type Used = { readonly percent: number; readonly usedMinor: bigint; readonly limitMinor: bigint };

function reminder(currency: Currency, overdue: readonly Overdue[], level: number): Content {
  const text = (minor: bigint) => moneyText(money(minor, currency));
  const sum = overdue.reduce((all, { open_minor }) => all + open_minor, 0n);
  const rest = overdue.length - linesMax;
  return {
    kind: 'dealer-reminder',
    subject: t('{reminder}: {sum} overdue', { reminder: t(subjects[level - 1] ?? subjects[0]), sum: text(sum) }),
    title: t('{sum} is overdue', { sum: text(sum) }),
    paragraphs: [
      {
        items: overdue.slice(0, linesMax).map(({ label, open_minor, due_at }) => ({
          label,
          detail: t('Due {date}', { date: dayLabel(due_at) }),
          amount: text(open_minor),
        })),
        sums: [
          ...(rest > 0 ? [{ label: t('{count} more', { count: rest }), amount: t('on the balance page') }] : []),
          { label: t('Overdue'), amount: text(sum) },
        ],
      },
      level === subjects.length
        ? t('Please pay now. Otherwise purchases on account are paused until these invoices are paid.')
        : t('If you have already paid, thank you: bank transfers take a few days to arrive.'),
    ],
  };
}

function warning(currency: Currency, { percent, usedMinor, limitMinor }: Used): Content {
  const text = (minor: bigint) => moneyText(money(minor, currency));
  return {
    kind: 'dealer-credit-warning',
    title: t('{percent}% of your credit limit is used', { percent }),
    paragraphs: [
      t('You are using {used} of {limit}.', { used: text(usedMinor), limit: text(limitMinor) }),
      t('Beyond the limit, you pay the rest of a purchase by card. Pay your balance to use the account again.'),
    ],
  };
}

const paused = (): Content => ({
  kind: 'dealer-account-paused',
  title: t('Purchases on account are paused'),
  paragraphs: [
    t('An invoice is long overdue. Until it is paid, purchases on account are not possible; cards still work.'),
    t('The account reopens automatically when the payment arrives. Contact us if you need more time.'),
  ],
});

const resumed = (): Content => ({
  kind: 'dealer-account-resumed',
  title: t('You can buy on account again'),
  paragraphs: [t('You no longer have invoices that are long overdue. You can buy on account again.')],
});

const currencyOf = ({ currency }: DealerRow) => currency as Currency;

export const mailReminder = (
  db: Db,
  origin: string,
  dealer: DealerRow,
  overdue: readonly Overdue[],
  level: number,
): Promise<void> => send(db, origin, dealer, () => reminder(currencyOf(dealer), overdue, level));
export const mailWarning = (db: Db, origin: string, dealer: DealerRow, used: Used): Promise<void> =>
  send(db, origin, dealer, () => warning(currencyOf(dealer), used));
export const mailPaused = (db: Db, origin: string, dealer: DealerRow): Promise<void> =>
  send(db, origin, dealer, paused);
export const mailResumed = (db: Db, origin: string, dealer: DealerRow): Promise<void> =>
  send(db, origin, dealer, resumed);

const sample = (content: () => Content) => (origin: string) => creditMessage(origin, 'example', content());

export const creditMailSamples: MailSamples<Content['kind']> = {
  'dealer-reminder': sample(() =>
    reminder('CAD', [{ label: 'Invoice TN-000140', open_minor: 84_250n, due_at: new Date('2026-03-02T00:00:00Z') }], 1),
  ),
  'dealer-credit-warning': sample(() => warning('CAD', { percent: 80, usedMinor: 400_000n, limitMinor: 500_000n })),
  'dealer-account-paused': sample(paused),
  'dealer-account-resumed': sample(resumed),
};
