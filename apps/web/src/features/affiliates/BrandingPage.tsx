import type { Call } from '@tuneport/contract/index';
import { readableOn } from '@tuneport/domain/site/contrast';
import { t } from '@tuneport/domain/text/text';
import { useRef, useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { QrCode } from '../../ui/text/QrCode.tsx';
import { rich } from '../../ui/text/rich.ts';
import { ColourField } from '../partners/ColourField.tsx';
import { AffiliateFrame } from './AffiliateFrame.tsx';
import css from './affiliate.module.css';
import { loadAffiliate, type Params } from './load-affiliate.ts';

async function load(api: Call, params: Params) {
  const [affiliate, kit] = await Promise.all([
    loadAffiliate(api, params),
    api('GET /v1/affiliates/:id/branding', { params: { id: params.id ?? '' } }),
  ]);
  return { affiliate, kit };
}
type Loaded = Awaited<ReturnType<typeof load>>;
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);
export const meta = () => [{ title: pageTitle(t('Branding')) }];

export default function BrandingPage() {
  const { affiliate, kit } = useLoaderData<typeof loader>();
  const [link] = kit.links;
  return (
    <AffiliateFrame affiliate={affiliate} title={t('Branding')}>
      <div className={css.stack}>
        {link ? (
          <div className={css.cards}>
            <Card className={css.block}>
              <h2>{t('QR code')}</h2>
              <QrCode text={link.url} label={t('QR code of {url}', { url: link.url })} />
              <p className={css.quiet}>{t('Opens {label}.', { label: link.label })}</p>
            </Card>
            <Card className={css.block}>
              <h2>{t('Links')}</h2>
              {kit.links.map(({ label, url }) => (
                <div key={url} className={css.link}>
                  <div className={css.quiet} aria-hidden="true">
                    {label}
                  </div>
                  <CopyField label={label} value={url} />
                </div>
              ))}
            </Card>
          </div>
        ) : (
          <Card className={css.block}>
            <h2>{t('Links and QR code')}</h2>
            <p>
              {rich('Create a <link>tracking link</link> first. Its QR code and banners appear here.', {
                link: (text) => <TextLink to={`/affiliate/${affiliate.id}/promotion`}>{text}</TextLink>,
              })}
            </p>
          </Card>
        )}
        {link
          ? kit.banners.map((banner) => <Banner key={banner.name} banner={banner} url={link.url} colour={kit.colour} />)
          : null}
        <BrandingForm affiliate={affiliate} kit={kit} />
      </div>
    </AffiliateFrame>
  );
}

/** A banner as an SVG file, so that it stays sharp in every size: name, a line of text and a button. */
function svgOf({ width, height }: Loaded['kit']['banners'][number], colour: string): string {
  const fill = colour || '#ff6a2b';
  const isWide = width > height * 3;
  const unit = isWide ? height / 90 : Math.min(width / 300, height / 250);
  const [x, y] = isWide ? [24 * unit, height / 2] : [width / 2, height / 2 - 30 * unit];
  const anchor = isWide ? 'start' : 'middle';
  // Translations are longer: letters are 0.6 of their size wide on average.
  const widthOf = (words: string, size: number) => words.length * size * unit * 0.6;
  const label = t('Find your car');
  const button = { width: Math.max(150 * unit, widthOf(label, 16) + 24 * unit), height: 38 * unit };
  const room = width - 48 * unit - (isWide ? button.width : 0);
  const text = (dy: number, size: number, weight: number, words: string) =>
    `<text x="${x}" y="${y + dy * unit}" fill="#ffffff" font-family="sans-serif" font-weight="${weight}" font-size="${size * unit * Math.min(1, room / widthOf(words, size))}" text-anchor="${anchor}">${words}</text>`;
  const left = isWide ? width - button.width - 24 * unit : (width - button.width) / 2;
  const top = isWide ? (height - button.height) / 2 : y + 44 * unit;
  const curve = `M0 ${height * 0.92}C${width * 0.35} ${height * 0.9} ${width * 0.5} ${height * 0.45} ${width} ${height * 0.3}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#0e1216"/><path d="${curve}" fill="none" stroke="${fill}" stroke-opacity=".35" stroke-width="${3 * unit}"/>${text(-4, 32, 700, 'Tuneport')}${text(22, 16, 400, t('Tunes made for your car'))}<rect x="${left}" y="${top}" width="${button.width}" height="${button.height}" rx="${6 * unit}" fill="${fill}"/><text x="${left + button.width / 2}" y="${top + button.height * 0.65}" fill="${readableOn(fill)}" font-family="sans-serif" font-weight="600" font-size="${16 * unit}" text-anchor="middle">${label}</text></svg>`;
}

function Banner({ banner, url, colour }: { banner: Loaded['kit']['banners'][number]; url: string; colour: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(svgOf(banner, colour))}`;
  const name = `tuneport-${banner.width}x${banner.height}.svg`;
  return (
    <Card className={css.block}>
      <h2>
        {banner.name}, {banner.width} × {banner.height}
      </h2>
      <img className={css.banner} src={source} width={banner.width} height={banner.height} alt="Tuneport" />
      <a href={source} download={name}>
        {t('Download banner')}
      </a>
      <CopyField
        label="HTML"
        value={`<a href="${url}"><img src="${name}" width="${banner.width}" height="${banner.height}" alt="Tuneport"></a>`}
      />
    </Card>
  );
}

function BrandingForm({ affiliate, kit }: Loaded) {
  const file = useRef<HTMLInputElement>(null);
  const [colour, setColour] = useState(kit.colour);
  const { revalidate } = useRevalidator();
  const { busy, failure, onSubmit } = useSubmit(async () => {
    const body = new FormData();
    body.set('colour', colour);
    const logo = file.current?.files?.[0];
    if (logo) body.set('logo', logo);
    await call('PUT /v1/affiliates/:id/branding', { params: { id: affiliate.id }, body: body as never });
    toast(t('Branding saved.'));
    await revalidate();
  });
  return (
    <Card className={css.block}>
      <h2>{t('Your logo and colour')}</h2>
      {kit.logo === null ? null : (
        <img className={css.logo} src={kit.logo} alt={t('Logo of {name}', { name: affiliate.name })} />
      )}
      <form method="post" className={css.stack} onSubmit={onSubmit} noValidate aria-label={t('Branding')}>
        <FormError message={failure.message} />
        <TextField
          ref={file}
          label={t('Logo')}
          type="file"
          accept=".png,.jpg,.jpeg,.webp"
          optional
          error={failure.errors.logo}
        />
        <ColourField
          label={t('Colour')}
          value={colour}
          onChange={setColour}
          hint={t('Used on the banners.')}
          error={failure.errors.colour}
        />
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            {t('Save branding')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
