import { applicationFileBytesMax, applicationFilesMax } from '@tuneport/domain/dealers/application-states';
import { msg, t } from '@tuneport/domain/text/text';
import { useId, useRef } from 'react';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink, TextLink } from '../../ui/controls/Button.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Row } from '../../ui/layout/Layout.tsx';
import { rich } from '../../ui/text/rich.ts';
import { Apply, documentKinds } from '../partners/ApplicationStatus.tsx';
import css from '../partners/apply.module.css';
import { ProgramPage } from '../partners/ProgramPage.tsx';
import type { OwnApplication } from '../partners/useOwnApplications.ts';

export const meta = () => [
  { title: pageTitle(t('Affiliate program')) },
  {
    name: 'description',
    content: t('Recommend Tuneport with your own codes and links and earn a share of every sale.'),
  },
];

const points = [
  {
    title: msg('Your codes and links'),
    text: msg('Create discount codes and tracking links and see visits, orders and earnings.'),
  },
  {
    title: msg('Code first, then link'),
    text: msg('A code at checkout counts first; otherwise the last link within 30 days.'),
  },
  {
    title: msg('Paid out'),
    text: msg('Your share is available 30 days after delivery and paid with the next payout run.'),
  },
  { title: msg('Levels'), text: msg('Reach a target and move up to a higher share.') },
];

export default function AffiliateProgramPage() {
  const own = useUi()?.affiliate;
  return (
    <ProgramPage
      title={t('Earn with every recommendation')}
      lead={rich(
        'Creators, clubs and workshops earn a share of what their audience buys. <info>How it works</info> · <terms>Terms</terms>',
        {
          info: (text) => <TextLink to="/affiliate/info">{text}</TextLink>,
          terms: (text) => <TextLink to="/affiliate/terms">{text}</TextLink>,
        },
      )}
      action={
        own == null ? null : (
          <Row>
            <ButtonLink to={`/affiliate/${own.id}`}>{t('Open your affiliate pages')}</ButtonLink>
          </Row>
        )
      }
      points={points}
    >
      <Apply kind="affiliate" form={(onSent) => <AffiliateForm onSent={onSent} />} />
    </ProgramPage>
  );
}

function AffiliateForm({ onSent }: { onSent: (application: OwnApplication) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const filesId = useId();
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = new FormData();
    for (const name of ['about', 'socials_1', 'socials_2', 'socials_3']) body.set(name, field(name));
    for (const file of files.current?.files ?? []) body.append('files[]', file);
    onSent(await call('POST /become-affiliate', { body: body as never }));
  });
  const { errors } = failure;
  return (
    <form method="post" className={css.card} onSubmit={onSubmit} noValidate aria-label={t('Affiliate application')}>
      <FormError message={failure.message} />
      <fieldset className={css.fields}>
        <legend>{t('About you')}</legend>
        <Textarea
          label={t('What do you do, and who follows you?')}
          name="about"
          rows={5}
          maxLength={4000}
          className={css.wide}
          error={errors.about}
        />
        <TextField
          label={t('Link to your channel, page or profile')}
          name="socials_1"
          maxLength={200}
          className={css.wide}
          error={errors.socials_1}
        />
        <TextField label={t('Second link')} name="socials_2" maxLength={200} optional error={errors.socials_2} />
        <TextField label={t('Third link')} name="socials_3" maxLength={200} optional error={errors.socials_3} />
        <TextField
          ref={files}
          id={filesId}
          label={t('Files')}
          type="file"
          multiple
          accept={documentKinds}
          optional
          className={css.wide}
          hint={t('Such as your media kit. Up to {count} pictures or PDFs of {size} MB.', {
            count: applicationFilesMax,
            size: applicationFileBytesMax / 1024 / 1024,
          })}
          error={errors.files}
        />
      </fieldset>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Send application')}
        </Button>
      </div>
    </form>
  );
}
