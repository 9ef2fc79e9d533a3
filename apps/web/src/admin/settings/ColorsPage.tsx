import type { CallReply } from '@tuneport/contract/index';
import {
  type BrandColor,
  brandColorNames,
  brandColors,
  type ContrastCheck,
  contrastChecks,
  isColor,
  ratioText,
  type Theme,
  type ThemeColor,
  type ThemeMode,
  themeColorNames,
  themeColors,
  themeModes,
  themeProperties,
} from '@tuneport/domain/site/theme';
import { useEffect, useRef, useState } from 'react';
import { useLoaderData } from 'react-router';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Row, Stack } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { RecordFrame, RecordLoading } from '../record/RecordFrame.tsx';
import css from './colors.module.css';

type Colors = CallReply<'GET /v1/admin/colors'>;
type Version = CallReply<'GET /v1/admin/colors/versions'>['data'][number];

export async function clientLoader() {
  const [colors, versions] = await Promise.all([call('GET /v1/admin/colors'), call('GET /v1/admin/colors/versions')]);
  return { colors, versions: versions.data };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the colours" />;
export const meta = () => [{ title: pageTitle('Site colours') }];

const themeOf = ({ light, dark, brand }: Colors | Version['theme']): Theme => ({ light, dark, brand });
const modeNames: Readonly<Record<ThemeMode, string>> = { light: 'Light', dark: 'Dark' };

export default function ColorsPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const [saved, setSaved] = useState(loaded.colors);
  const [versions, setVersions] = useState(loaded.versions);
  const [theme, setTheme] = useState(() => themeOf(loaded.colors));
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message?: string; errors: ApiError['errors'] }>({ errors: {} });
  const valid = [...Object.values(theme.light), ...Object.values(theme.dark), ...Object.values(theme.brand)].every(
    isColor,
  );
  const failing = valid ? contrastChecks(theme).filter(({ ratio, least }) => ratio < least) : [];
  const isChanged = JSON.stringify(theme) !== JSON.stringify(themeOf(saved));

  const set = (mode: ThemeMode, name: ThemeColor, color: string) =>
    setTheme((now) => ({ ...now, [mode]: { ...now[mode], [name]: color } }));
  const setBrand = (name: BrandColor, color: string) =>
    setTheme((now) => ({ ...now, brand: { ...now.brand, [name]: color } }));

  const run = async (act: () => Promise<Colors>, done: string) => {
    setBusy(true);
    setProblem({ errors: {} });
    try {
      const next = await act();
      setSaved(next);
      setTheme(themeOf(next));
      setNote('');
      setVersions((await call('GET /v1/admin/colors/versions')).data);
      toast(done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const named = Object.keys(error.errors).length > 0;
      setProblem({ errors: error.errors, ...(named ? {} : { message: error.message }) });
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    void run(() => call('PUT /v1/admin/colors', { body: { ...theme, note, version: saved.version } }), 'Saved.');
  const restore = (id: number) =>
    void run(
      () => call('POST /v1/admin/colors/versions/:id/restore', { params: { id }, once: true }),
      'Restored. Visitors see these colours now.',
    );
  const reset = () => void run(() => call('POST /v1/admin/colors/reset', { once: true }), 'Built-in colours restored.');

  return (
    <RecordFrame
      crumbs={[{ label: 'Settings', to: '/admin/settings' }]}
      title="Site colours"
      about="Changes apply to every page as soon as you save, without a restart."
      actions={
        <>
          {saved.is_default ? null : (
            <Button onClick={reset} disabled={busy}>
              Use built-in colours
            </Button>
          )}
          <Button onClick={() => setTheme(themeOf(saved))} disabled={busy || !isChanged}>
            Discard changes
          </Button>
          <Button variant="primary" onClick={save} busy={busy} disabled={!isChanged || !valid || failing.length > 0}>
            Save colours
          </Button>
        </>
      }
      side={
        <>
          {themeModes.map((mode) => (
            <Preview key={mode} theme={theme} mode={mode} />
          ))}
          <ContrastCard failing={failing} valid={valid} />
          <Versions
            versions={versions}
            busy={busy}
            onRestore={restore}
            onShow={(one) => setTheme(themeOf(one.theme))}
          />
        </>
      }
    >
      <FormError message={problem.message} errors={problem.errors} />
      <Card>
        <h2>Buttons</h2>
        <div className={css.colors}>
          {brandColors.map((name) => (
            <ColorField
              key={name}
              label={brandColorNames[name]}
              name={`brand.${name}`}
              value={theme.brand[name]}
              failing={failing}
              onChange={(color) => setBrand(name, color)}
            />
          ))}
        </div>
      </Card>
      {themeModes.map((mode) => (
        <Card key={mode}>
          <h2>{modeNames[mode]} mode</h2>
          <div className={css.colors}>
            {themeColors.map((name) => (
              <ColorField
                key={name}
                label={themeColorNames[name]}
                name={`${mode}.${name}`}
                value={theme[mode][name]}
                failing={failing}
                onChange={(color) => set(mode, name, color)}
              />
            ))}
          </div>
        </Card>
      ))}
      <Card>
        <TextField
          label="Note"
          name="note"
          value={note}
          maxLength={200}
          optional
          hint="Shown in the list of versions."
          onChange={(event) => setNote(event.target.value)}
        />
      </Card>
    </RecordFrame>
  );
}

type FieldProps = {
  label: string;
  name: string;
  value: string;
  failing: readonly ContrastCheck[];
  onChange: (color: string) => void;
};

function ColorField({ label, name, value, failing, onChange }: FieldProps) {
  const own = failing.filter(({ field }) => field === name);
  const errors = isColor(value)
    ? own.map(({ on, ratio, least }) => `${ratioText(ratio)} on “${on}”, at least ${least} needed.`)
    : ['Enter a colour such as #c2410c.'];
  return (
    <div className={css.color}>
      <input
        type="color"
        aria-label={`${label}, colour picker`}
        value={isColor(value) ? value : '#000000'}
        onChange={(event) => onChange(event.target.value)}
      />
      <TextField
        label={label}
        name={name}
        value={value}
        maxLength={7}
        autoComplete="off"
        spellCheck={false}
        error={errors.length > 0 ? errors : undefined}
        onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
      />
    </div>
  );
}

/** Draws the unsaved colours on its own element only. The content security policy allows styles set by script. */
function Preview({ theme, mode }: { theme: Theme; mode: ThemeMode }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    for (const [name, color] of themeProperties(theme, mode))
      if (isColor(color)) box.current?.style.setProperty(name, color);
  }, [theme, mode]);
  return (
    <section ref={box} className={css.preview} data-scheme={mode} aria-label={`Preview, ${modeNames[mode]} mode`}>
      <h2>{modeNames[mode]}</h2>
      <p>
        Text, <span className={css.quiet}>secondary text</span> and <span className={css.accent}>a link</span>.
      </p>
      <div className={css.card}>
        <p>A card with a field.</p>
        <input className={css.input} aria-label={`Field in ${modeNames[mode]} mode`} defaultValue="Field" />
        <Row>
          <span className={css.button}>Button</span>
          <span className={css.good}>Success</span>
          <span className={css.careful}>Warning</span>
          <span className={css.bad}>Error</span>
        </Row>
      </div>
    </section>
  );
}

function ContrastCard({ failing, valid }: { failing: readonly ContrastCheck[]; valid: boolean }) {
  if (!valid) return <Notice tone="careful" title="Complete the marked colours to check their contrast." />;
  if (failing.length === 0) return <Notice tone="good" title="Every colour can be read (WCAG AA)." />;
  return (
    <Notice tone="bad" live title={`${failing.length} colours are hard to read and cannot be saved.`}>
      <ul>
        {failing.map(({ field, color, on, ratio, least }) => (
          <li key={`${field} ${on}`}>
            {field.split('.')[0]}: {color} on {on} is {ratioText(ratio)}, at least {least} needed
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type VersionsProps = {
  versions: readonly Version[];
  busy: boolean;
  onRestore: (id: number) => void;
  onShow: (version: Version) => void;
};

function Versions({ versions, busy, onRestore, onShow }: VersionsProps) {
  return (
    <Card>
      <h2>Versions</h2>
      {versions.length === 0 ? <p>Saved colours appear here, and you can return to any of them.</p> : null}
      <Stack>
        {versions.map((version) => (
          <div key={version.id}>
            <p>
              Version {version.id}
              {version.current ? ' (current)' : ''}, <DateText at={version.at} show="both" />
              {version.by ? `, ${version.by}` : ''}
              {version.note === '' ? '' : `: ${version.note}`}
            </p>
            {version.current ? null : (
              <Row>
                <Button size="small" onClick={() => onShow(version)} disabled={busy}>
                  Preview
                </Button>
                <Button size="small" onClick={() => onRestore(version.id)} disabled={busy}>
                  Restore
                </Button>
              </Row>
            )}
          </div>
        ))}
      </Stack>
    </Card>
  );
}
