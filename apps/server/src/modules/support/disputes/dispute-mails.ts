import { lineDisputeNumber, lineDisputeSentences } from '@tuneport/domain/ledger/line-dispute-states';
import { type Money, money, moneyText } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';
import { dealerById } from '../../dealers/index.ts';
import { namedDispute, remittanceAddresses } from '../../ledger/index.ts';
import type { SupportContext } from '../support-context.ts';
import { lineLabels } from './disputed-line.ts';

type Decided = {
  readonly id: number;
  readonly state: 'upheld' | 'rejected';
  readonly party: string;
  readonly line: string;
  readonly decision: string;
  readonly correction: Money | null;
};

/** Tells the partner how a dispute ended. */
export async function mailDecision({ db, origin }: SupportContext, id: number): Promise<void> {
  const dispute = await namedDispute(db, id);
  if (dispute?.state !== 'upheld' && dispute?.state !== 'rejected') return;
  const { owner, state, correction_minor, currency } = dispute;
  const labels = await lineLabels(db, [dispute]);
  const [party = '', partyId = ''] = owner.split(':');
  const dealer = party === 'dealer' ? await dealerById(db, Number(partyId)) : undefined;
  const path = dealer ? `/dealer/${dealer.slug}/balance` : `/${party}/${partyId}/entries`;
  const message = () =>
    decisionMessage(`${pagesOf(origin)}${path}`, {
      ...dispute,
      state,
      line: labels(dispute),
      correction: correction_minor === null ? null : money(correction_minor, currency),
    });
  for (const to of await remittanceAddresses(db, owner)) await queueMail(db, { to, secrets: [], message });
}

function decisionMessage(url: string, { id, state, party, line, decision, correction }: Decided) {
  const names = { number: lineDisputeNumber(id), line };
  return mailMessage('line-dispute', {
    subject:
      state === 'upheld'
        ? t('Dispute {number} about {line} was upheld', names)
        : t('Dispute {number} about {line} was rejected', names),
    title: t('Dispute about {line}', names),
    paragraphs: [
      t('Hello {name},', { name: party }),
      t(lineDisputeSentences[state]),
      decision,
      ...(correction ? [t('Corrected in your favour: {amount}.', { amount: moneyText(correction) })] : []),
    ],
    button: { label: t('Open the line'), url },
  });
}

export const disputeMailSamples: MailSamples<'line-dispute'> = {
  'line-dispute': (origin) =>
    decisionMessage(`${pagesOf(origin)}/dealer/example/balance`, {
      id: 7,
      state: 'upheld',
      party: 'Example Garage',
      line: 'Order ON-000140',
      decision: 'The second parcel was charged twice.',
      correction: money(4_250n, 'CAD'),
    }),
};
