import { msg } from '../text/text.ts';

/** The affiliate terms, newest version first. A published version is never changed. */
export type TermsVersion = {
  readonly version: string;
  readonly since: string;
  readonly sections: readonly { readonly title: string; readonly text: string }[];
};

export const affiliateTerms: readonly [TermsVersion, ...TermsVersion[]] = [
  {
    version: '2026-11',
    since: '2026-11-01',
    sections: [
      {
        title: msg('What you earn'),
        text: msg(
          'You earn your share of the net price of every sale that comes through one of your codes or links. Shipping and taxes do not count.',
        ),
      },
      {
        title: msg('Which sales count'),
        text: msg(
          'A code entered at checkout counts first. Without a code, the last link a visitor used within 30 days before the order counts. A sale is credited once, to one affiliate. Purchases by yourself or your colleagues do not count.',
        ),
      },
      {
        title: msg('When you are paid'),
        text: msg(
          'A share is held for 30 days after delivery. It then becomes available and is paid with the next payout run, once the minimum is reached.',
        ),
      },
      {
        title: msg('Refunds and disputes'),
        text: msg(
          'A refunded sale earns nothing. If your share was already paid, it is deducted from your next payout. A share of a disputed payment is held until the dispute is decided.',
        ),
      },
      {
        title: msg('What you may say'),
        text: msg(
          'Say plainly that you are paid for recommendations. Do not promise results we do not publish, do not buy ads on our name, and do not send unsolicited messages.',
        ),
      },
      {
        title: msg('Ending the agreement'),
        text: msg(
          'You can stop at any time. We can end the agreement with a reason. Shares you have already earned are still paid.',
        ),
      },
    ],
  },
];

export const affiliateTermsVersion = affiliateTerms[0].version;

/** How long a visit by a tracking link counts. */
export const tagDays = 30;
