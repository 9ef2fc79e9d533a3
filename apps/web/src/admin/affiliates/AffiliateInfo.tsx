import type { CallReply } from '@tuneport/contract/index';
import { affiliateDiscountMax } from '@tuneport/domain/affiliates/levels';
import { affiliateTermsVersion, tagDays } from '@tuneport/domain/affiliates/terms';
import { earningHoldDays } from '@tuneport/domain/ledger/earnings';
import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { PartnerTable } from '../../features/partners/PartnerTable.tsx';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Container, Row } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { PageHead } from '../PageHead.tsx';
import css from '../partners/info.module.css';
import { RecordLoading } from '../record/RecordFrame.tsx';
import { useStep } from '../record/useStep.ts';

export const meta = () => [{ title: pageTitle('Affiliate information') }];
export const clientLoader = async () => {
  const [offers, feedback] = await Promise.all([
    call('GET /v1/admin/affiliate-offers', { query: {} }),
    call('GET /v1/admin/affiliate-feedback', { query: {} }),
  ]);
  return { offers, feedback };
};
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading offers and rules" />;

export default function AffiliateInfo() {
  const { offers, feedback } = useLoaderData<typeof clientLoader>();
  return (
    <Container width="full" className={css.page}>
      <PageHead
        crumbs={[{ label: 'Affiliates', to: '/admin/affiliates' }, { label: 'Information' }]}
        title="Affiliate information"
      >
        <Row>
          <ButtonLink to="/admin/affiliate/dashboard">Dashboard</ButtonLink>
          <ButtonLink to="/admin/affiliate/applications">Applications</ButtonLink>
        </Row>
      </PageHead>
      <Offers offers={offers.data} />
      <div className={css.cards}>
        <Card className={css.block}>
          <h2>Rules</h2>
          <KeyValue
            rows={[
              ['Credit', `A code first, otherwise the last link within ${tagDays} days.`],
              ['Own purchases', 'Members and their colleagues earn nothing from their own orders.'],
              ['Hold', `${earningHoldDays} days after delivery.`],
              [
                'Own codes',
                `Up to ${affiliateDiscountMax.percent}% or ${affiliateDiscountMax.dollar} off, in the currency of the affiliate.`,
              ],
              [
                'Levels',
                <TextLink key="levels" to="/admin/settings">
                  In the settings
                </TextLink>,
              ],
              ['Terms', `Version ${affiliateTermsVersion}`],
            ]}
          />
        </Card>
        <Card className={css.block}>
          <h2>Feedback</h2>
          {feedback.data.length === 0 ? (
            <p>Answers of affiliates appear here. Ask for feedback on the page of an affiliate.</p>
          ) : (
            <KeyValue
              rows={feedback.data.map((one) => [
                `${one.affiliate.name}, ${one.rating} of 5`,
                <span key={one.id}>
                  {one.text} <DateText at={one.given_at} show="date" />
                </span>,
              ])}
            />
          )}
        </Card>
      </div>
    </Container>
  );
}

type Offer = CallReply<'GET /v1/admin/affiliate-offers'>['data'][number];
const tones: Readonly<Record<Offer['state'], StateTone>> = {
  open: 'busy',
  accepted: 'good',
  withdrawn: 'neutral',
  expired: 'neutral',
};
const labels: Readonly<Record<Offer['state'], string>> = {
  open: 'Sent',
  accepted: 'Accepted',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};

function Offers({ offers }: { offers: readonly Offer[] }) {
  const { revalidate } = useRevalidator();
  const [link, setLink] = useState<string | null>(null);
  const { busy, problem, send } = useStep(async (body: { name: string; email: string; share: string }) => {
    const made = await call('POST /v1/admin/affiliate-offers', { body, once: true });
    setLink(made.link);
    toast('Offer sent.');
    await revalidate();
  });
  const withdraw = async (id: number) => {
    await call('DELETE /v1/admin/affiliate-offers/:id', { params: { id } });
    toast('Offer withdrawn.');
    await revalidate();
  };
  return (
    <Card className={css.block}>
      <h2>Offers</h2>
      <p>An offer invites someone without an application. Its link works once, for 14 days.</p>
      <form
        className={css.form}
        noValidate
        aria-label="New offer"
        onSubmit={(event) =>
          void send((field) => ({ name: field('name'), email: field('email'), share: field('share') }))(event)
        }
      >
        <FormError message={problem.message} />
        <TextField label="Affiliate name" name="name" maxLength={120} error={problem.errors.name} />
        <TextField label="E-mail" name="email" type="email" error={problem.errors.email} />
        <TextField
          label="Share"
          name="share"
          inputMode="decimal"
          after="%"
          defaultValue="10"
          error={problem.errors.share}
        />
        <Button type="submit" variant="primary" busy={busy}>
          Send offer
        </Button>
      </form>
      {link === null ? null : <CopyField label="Link of the new offer" value={link} />}
      {offers.length === 0 ? null : (
        <PartnerTable
          label="Offers"
          heads={[
            'Name',
            'E-mail',
            { label: 'Share', end: true },
            'Status',
            'Until',
            { label: 'Actions', hidden: true, end: true },
          ]}
          rows={offers.map((offer) => ({
            key: offer.id,
            cells: [
              offer.affiliate_id === null ? (
                offer.name
              ) : (
                <TextLink key="name" to={`/admin/affiliates/${offer.affiliate_id}`} discover="none">
                  {offer.name}
                </TextLink>
              ),
              offer.email,
              `${Number(offer.share_percent)}%`,
              <StateDot key="state" tone={tones[offer.state]}>
                {labels[offer.state]}
              </StateDot>,
              <DateText key="until" at={offer.expires_at} show="date" />,
              offer.state === 'open' ? (
                <Button
                  key="withdraw"
                  size="small"
                  aria-label={`Withdraw the offer to ${offer.name}`}
                  onClick={() => void withdraw(offer.id)}
                >
                  Withdraw
                </Button>
              ) : null,
            ],
          }))}
        />
      )}
    </Card>
  );
}
