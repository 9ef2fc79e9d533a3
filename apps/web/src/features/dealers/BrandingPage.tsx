import type { Call, CallReply } from '@tuneport/contract/index';
import { contrast, readableOn, textContrastMin } from '@tuneport/domain/site/contrast';
import { numberText, t } from '@tuneport/domain/text/text';
import { useRef, useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { PartnerBrand } from '../../ui/brand/PartnerBrand.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import brandCss from '../partners/branding.module.css';
import { ColourField, isColour } from '../partners/ColourField.tsx';
import { DealerFrame } from './DealerFrame.tsx';
import css from './dealer.module.css';
import { type Dealer, loadDealer, type Params } from './load-dealer.ts';

async function load(api: Call, params: Params) {
  const [dealer, branding] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/branding', { params: { id: params.slug ?? '' } }),
  ]);
  return { dealer, branding };
}
type Branding = CallReply<'GET /v1/dealers/:id/branding'>;

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Branding of {name}', { name: loaderData.dealer.name }) : t('Branding')) },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function BrandingPage() {
  const { dealer, branding } = useLoaderData<typeof loader>();
  const [colour, setColour] = useState(branding.colour ?? '');
  const [textColour, setTextColour] = useState(branding.text_colour ?? '');
  return (
    <DealerFrame dealer={dealer} title={t('Branding')}>
      <Card className={css.block}>
        <h2>{t('Logo and colours')}</h2>
        <p className={css.quiet}>
          {t(
            'Your customers see them on their request pages, in e-mails about your requests and credits, and on invoices.',
          )}
        </p>
        <BrandingForm dealer={dealer} branding={branding} {...{ colour, textColour, setColour, setTextColour }} />
      </Card>
      <Card className={css.block}>
        <h2>{t('Preview')}</h2>
        <Preview branding={branding} colour={colour} textColour={textColour} />
      </Card>
    </DealerFrame>
  );
}

type FormProps = {
  dealer: Dealer;
  branding: Branding;
  colour: string;
  textColour: string;
  setColour: (value: string) => void;
  setTextColour: (value: string) => void;
};

function BrandingForm({ dealer, branding, colour, textColour, setColour, setTextColour }: FormProps) {
  const file = useRef<HTMLInputElement>(null);
  const [removing, setRemoving] = useState(false);
  const { revalidate } = useRevalidator();
  const { busy, failure, onSubmit } = useSubmit(async () => {
    const body = new FormData();
    body.set('colour', colour);
    body.set('text_colour', textColour);
    const logo = file.current?.files?.[0];
    if (logo) body.set('logo', logo);
    const saved = await call('PUT /v1/dealers/:id/branding', { params: { id: dealer.id }, body: body as never });
    setTextColour(saved.text_colour ?? '');
    if (file.current) file.current.value = '';
    await revalidate();
    toast(t('Branding saved.'));
  });
  const readOnly = !branding.may_manage;
  return (
    <form method="post" className={css.form} onSubmit={onSubmit} noValidate aria-label={t('Branding')}>
      <FormError message={failure.message} />
      {branding.logo === null ? null : (
        <div className={brandCss.logoRow}>
          <img className={brandCss.logo} src={branding.logo} alt={t('Logo of {name}', { name: dealer.name })} />
          {readOnly ? null : <Button onClick={() => setRemoving(true)}>{t('Remove logo')}</Button>}
        </div>
      )}
      {readOnly ? null : (
        <TextField
          ref={file}
          label={branding.logo === null ? t('Logo') : t('New logo')}
          type="file"
          accept=".png,.jpg,.jpeg,.webp,.avif"
          optional
          hint={t('PNG, JPEG, WebP or AVIF, up to 2 MB. A transparent PNG looks best.')}
          error={failure.errors.logo}
        />
      )}
      <div className={css.two}>
        <ColourField
          label={t('Brand colour')}
          value={colour}
          onChange={setColour}
          hint={t('The background of buttons and the line below your name.')}
          disabled={readOnly}
          error={failure.errors.colour}
        />
        <ColourField
          label={t('Text on the brand colour')}
          value={textColour}
          onChange={setTextColour}
          placeholder={isColour(colour) ? readableOn(colour) : '#ffffff'}
          hint={t('Leave blank for white or black, whichever is easier to read.')}
          disabled={readOnly}
          error={failure.errors.text_colour}
        />
      </div>
      {readOnly ? (
        <p className={css.quiet}>{t('Only managers can change the branding.')}</p>
      ) : (
        <Button type="submit" variant="primary" busy={busy}>
          {t('Save branding')}
        </Button>
      )}
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('Remove the logo?')}
        confirmLabel={t('Remove logo')}
        danger
        onConfirm={async () => {
          await call('DELETE /v1/dealers/:id/branding/logo', { params: { id: dealer.id } });
          await revalidate();
          toast(t('Logo removed.'));
        }}
      >
        {t('Pages and e-mails show your initial instead.')}
      </ConfirmDialog>
    </form>
  );
}

function Preview({ branding, colour, textColour }: { branding: Branding; colour: string; textColour: string }) {
  const fill = isColour(colour) ? colour : null;
  if (fill === null && branding.logo === null)
    return <p className={css.quiet}>{t('Add a logo or a colour to see how your customers will see your name.')}</p>;
  const text = fill === null ? null : isColour(textColour) ? textColour : readableOn(fill);
  const ratio = fill === null || text === null ? null : contrast(fill, text);
  return (
    <>
      <div className={brandCss.preview}>
        <PartnerBrand brand={{ name: branding.name, logo: branding.logo, colour: fill, text_colour: text }} />
        <p>{t('Your tuned file is ready.')}</p>
        {fill === null || text === null ? null : (
          <svg
            className={brandCss.button}
            viewBox="0 0 190 44"
            role="img"
            aria-label={t('Button in your colours')}
            data-colour-sample
          >
            <rect width="190" height="44" rx="6" fill={fill} />
            <text x="95" y="28" textAnchor="middle" fontSize="16" fontWeight="600" fill={text}>
              {t('Download the file')}
            </text>
          </svg>
        )}
      </div>
      {ratio === null ? null : (
        <p className={css.quiet} role="status">
          {ratio < textContrastMin
            ? t('Contrast {ratio}:1. Too low: text needs at least {least}:1. {colour} works.', {
                ratio: contrastText(ratio),
                least: textContrastMin,
                colour: readableOn(fill ?? '#000000'),
              })
            : t('Contrast {ratio}:1. Easy to read.', { ratio: contrastText(ratio) })}
        </p>
      )}
    </>
  );
}

/** Rounded down, so that a text is never called readable when it is not. */
const contrastText = (ratio: number) => numberText(Math.floor(ratio * 10) / 10, 1);
