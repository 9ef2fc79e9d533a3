import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { handOverFile } from '../../platform/handed-file.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { errorText } from '../../ui/feedback/error-text.ts';
import { NeedsScript } from '../../ui/feedback/NeedsScript.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { DropLog } from './DropLog.tsx';
import { LogRefused, type OpenLog, readFile, saveFile, uploadFailedTitle } from './open-log.ts';
import { Studio } from './Studio.tsx';
import css from './start.module.css';
import type { ComparedLog } from './studio-log.ts';

export const meta = () => [
  { title: pageTitle(t('Log studio')) },
  {
    name: 'description',
    content: t('Drop a log from any program to see its curves, an automatic review, pulls and estimated power.'),
  },
];

const noComparedLogs: readonly ComparedLog[] = [];

type State =
  | { readonly is: 'empty' | 'reading' }
  | { readonly is: 'refused'; readonly message: string; readonly tune: File | null }
  | { readonly is: 'open'; readonly open: OpenLog; readonly file: File; readonly problem: string | null };

/** Drop a log: it is drawn once parsed in the browser and uploaded in parallel; it then gets its own URL. */
export default function GraphPage() {
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ is: 'empty' });
  const save = async (file: File, open: OpenLog) => {
    setState({ is: 'open', open, file, problem: null });
    try {
      const saved = await saveFile(file, open);
      await navigate(
        { pathname: saved.redirect, search: window.location.search },
        { replace: true, preventScrollReset: true },
      );
    } catch (error) {
      setState({
        is: 'open',
        open,
        file,
        problem: errorText(error, t('The log was not stored.')),
      });
    }
  };
  const take = async (file: File) => {
    setState({ is: 'reading' });
    try {
      void save(file, await readFile(file));
    } catch (error) {
      const refused = error instanceof LogRefused ? error : null;
      setState({
        is: 'refused',
        message: refused?.message ?? t('The file could not be read.'),
        tune: refused?.isTune ? file : null,
      });
    }
  };
  // A file dropped outside the drop zone must not replace the page.
  useEffect(() => {
    const stop = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', stop);
    window.addEventListener('drop', stop);
    return () => {
      window.removeEventListener('dragover', stop);
      window.removeEventListener('drop', stop);
    };
  }, []);
  if (state.is === 'open') {
    const { open, file, problem } = state;
    return (
      <Studio
        open={open}
        comparedLogs={noComparedLogs}
        onOther={null}
        share={null}
        attach={null}
        status={
          problem === null ? (
            <span role="status">{t('Storing the log …')}</span>
          ) : (
            <Notice
              tone="bad"
              live
              title={t(uploadFailedTitle)}
              action={
                <Button size="small" onClick={() => void save(file, open)}>
                  {t('Try again')}
                </Button>
              }
            >
              {problem}
            </Notice>
          )
        }
      />
    );
  }
  return (
    <Container className={css.start}>
      <h1>{t('Log studio')}</h1>
      <p className={css.lead}>
        {t(
          'See what the engine did: every channel on one time axis, an automatic review, overlaid pulls and estimated power with its margin of error.',
        )}
      </p>
      <NeedsScript />
      {state.is === 'refused' && state.tune ? <FlashFile file={state.tune} /> : null}
      {state.is === 'refused' && !state.tune ? (
        <Notice tone="bad" live title={t(uploadFailedTitle)} action={<Link to="/contact-us">{t('Contact us')}</Link>}>
          {state.message}
        </Notice>
      ) : null}
      {state.is === 'reading' ? (
        <p className={css.drop} role="status">
          {t('Reading the log …')}
        </p>
      ) : (
        <DropLog label={t('Drop a log here, or choose it')} onFile={(file) => void take(file)} />
      )}
      <ul className={css.facts}>
        <li>
          {t(
            'VCDS, ME7Logger, Accessport, JB4, MHD, HP Tuners, RomRaider, Torque, RaceChrono, Haltech, TunerStudio and most other tables.',
          )}
        </li>
        <li>
          {t(
            'Your log is stored for 7 days, or for a year if you log in first. Anyone with its link can see it, and you can delete it at any time.',
          )}
        </li>
      </ul>
    </Container>
  );
}

/** The file is passed on to the upload page, so that it need not be selected again. */
const FlashFile = ({ file }: { file: File }) => (
  <Notice
    live
    title={t('This looks like a flash file')}
    action={
      <ButtonLink to="/tuning" onClick={() => handOverFile(file)}>
        {t('Request a tune')}
      </ButtonLink>
    }
  >
    {t('Upload it for tuning instead, and a tuner will work on it.')}
  </Notice>
);
