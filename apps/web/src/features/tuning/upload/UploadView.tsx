import { t } from '@tuneport/domain/text/text';
import { type UploadMode, type UploadPurpose, uploadTermsSha256 } from '@tuneport/domain/tuning/upload-rules';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { takeHandedFile } from '../../../platform/handed-file.ts';
import { readStored, writeStored } from '../../../platform/storage.ts';
import { useGuestEmail, useUser } from '../../../platform/ui-state.ts';
import { DropZone } from '../../../ui/controls/DropZone.tsx';
import { droppedFiles } from '../../../ui/controls/dropped-files.ts';
import { NeedsScript } from '../../../ui/feedback/NeedsScript.tsx';
import { Container } from '../../../ui/layout/Layout.tsx';
import { ModeChoice } from './ModeChoice.tsx';
import { makeRequest } from './make-request.ts';
import type { QueueItem } from './queue-state.ts';
import { UploadGuide } from './UploadGuide.tsx';
import { UploadLines } from './UploadLines.tsx';
import { UploadTerms } from './UploadTerms.tsx';
import css from './upload.module.css';
import { createUploadQueue, type UploadQueue } from './upload-queue.ts';

const termsKey = 'tuneport.upload-terms';
const modeKey = 'tuneport.upload-mode';
const nothing: readonly QueueItem[] = [];

type Props = { purpose: UploadPurpose; title: string; lead: string; label: string };

/**
 * Files can be dropped anywhere on the page and are sent automatically; a reason for waiting is shown next to the file.
 */
export function UploadView({ purpose, title, lead, label }: Props) {
  const user = useUser();
  const guest = useGuestEmail();
  const signedIn = user !== null || guest !== null;
  // null until read from storage: neither shown nor hidden before that.
  const [agreed, setAgreed] = useState<boolean | null>(null);
  const [mode, setMode] = useState<UploadMode>('automatic');
  const queue = useQueue(purpose);
  const items = useSyncExternalStore(queue?.subscribe ?? noSubscription, queue?.get ?? noItems, noItems);
  const over = useDropAnywhere((files) => queue?.add(files, mode));
  useFollow(items);

  useEffect(() => {
    setAgreed(readStored(termsKey) === uploadTermsSha256);
    if (readStored(modeKey) === 'manual') setMode('manual');
  }, []);
  // A file selected on the log page that turned out to be a flash file.
  useEffect(() => {
    const file = queue && purpose === 'tune' ? takeHandedFile() : null;
    if (file) queue?.add([file], readStored(modeKey) === 'manual' ? 'manual' : 'automatic');
  }, [queue, purpose]);
  useEffect(() => queue?.know({ agreed: agreed === true, signedIn }), [queue, agreed, signedIn]);

  const agree = () => {
    writeStored(termsKey, uploadTermsSha256);
    setAgreed(true);
  };
  const choose = (next: UploadMode) => {
    writeStored(modeKey, next);
    setMode(next);
  };

  const terms = agreed === false ? <UploadTerms onAgree={agree} waiting={items.length} /> : null;
  const lines = queue ? (
    <UploadLines queue={queue} items={items} facts={{ agreed: agreed === true, signedIn }} />
  ) : null;
  const choice = purpose === 'tune' ? <ModeChoice mode={mode} onChoose={choose} /> : null;

  return (
    <Container width="reading" className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
        <p className={css.lead}>{lead}</p>
      </header>
      <NeedsScript>{t('Sending a file needs JavaScript. Turn it on for this site, or contact us.')}</NeedsScript>
      <DropZone
        large={items.length === 0}
        label={label}
        hint={purpose === 'tune' ? t('Tune files up to 64 MiB, logs up to 256 MiB') : t('Up to 64 MiB')}
        over={over}
        onFiles={(files) => queue?.add(files, mode)}
      />
      {items.length > 0 ? (
        // Dropped files are shown first.
        <>
          {terms}
          {lines}
          {choice}
        </>
      ) : (
        <>
          {purpose === 'tune' ? <UploadGuide /> : null}
          {choice}
          {terms}
        </>
      )}
    </Container>
  );
}

const noSubscription = () => () => {};
const noItems = () => nothing;

function useQueue(purpose: UploadPurpose): UploadQueue | null {
  const [queue, setQueue] = useState<UploadQueue | null>(null);
  useEffect(() => {
    const made = createUploadQueue(purpose, makeRequest);
    setQueue(made);
    void made.recall();
    window.addEventListener('online', made.reconnected);
    return () => {
      window.removeEventListener('online', made.reconnected);
      made.end();
    };
  }, [purpose]);
  return queue;
}

/** The whole page is the drop target. */
function useDropAnywhere(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) void droppedFiles(event.dataTransfer).then((files) => take.current(files));
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  return over;
}

/** Navigates to the result of a single file; with several files, each shows its own link. */
function useFollow(items: readonly QueueItem[]): void {
  const navigate = useNavigate();
  const [only] = items;
  const to = items.length === 1 ? only?.to : undefined;
  useEffect(() => {
    if (to) void navigate(to);
  }, [to, navigate]);
}
