import { t } from '@tuneport/domain/text/text';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '../text/Icon.tsx';
import { Button } from './Button.tsx';
import { DropZone, SendProgress } from './DropZone.tsx';
import { droppedFiles } from './dropped-files.ts';
import css from './FileDrop.module.css';
import { limitText, nextToSend, refuseFile, sizeText, type UploadItem } from './upload-queue.ts';

type Props<Result> = {
  /** "Drop your file here, or choose it" */
  label: string;
  hint?: string;
  /** File extensions, as for an input: ".bin,.ori". */
  accept?: string;
  multiple?: boolean;
  bytesMax: number;
  /** Uploads one file; rejects with an Error whose message is shown. */
  upload: (file: File, onProgress: (part: number) => void, signal: AbortSignal) => Promise<Result>;
  onDone?: (result: Result, file: File) => void;
  /** Called when an uploaded file is removed. */
  onRemove?: (result: Result, file: File) => void;
};

/** Drop or select files; uploads start automatically, two at a time. */
export function FileDrop<Result>({
  label,
  hint,
  accept,
  multiple = true,
  bytesMax,
  upload,
  onDone,
  onRemove,
}: Props<Result>) {
  const nextId = useRef(1);
  const aborts = useRef(new Map<number, AbortController>());
  const [items, setItems] = useState<readonly UploadItem<Result>[]>([]);
  const [over, setOver] = useState(false);
  const change = (at: number, part: Partial<UploadItem<Result>>) =>
    setItems((now) => now.map((i) => (i.id === at ? { ...i, ...part } : i)));

  const send = useRef<(item: UploadItem<Result>) => void>(() => {});
  send.current = (item) => {
    const abort = new AbortController();
    aborts.current.set(item.id, abort);
    change(item.id, { state: 'sending', progress: 0, message: undefined });
    upload(item.file, (progress) => change(item.id, { progress }), abort.signal)
      .then(
        (result) => {
          change(item.id, { state: 'done', progress: 1, result });
          onDone?.(result, item.file);
        },
        (error: unknown) => {
          if (abort.signal.aborted) return;
          const message = error instanceof Error && error.message ? error.message : t('Upload failed.');
          change(item.id, { state: 'failed', message });
        },
      )
      .finally(() => aborts.current.delete(item.id));
  };

  useEffect(() => {
    for (const item of nextToSend(items)) send.current(item as UploadItem<Result>);
  }, [items]);
  useEffect(() => {
    const running = aborts.current;
    return () => {
      for (const abort of running.values()) abort.abort();
    };
  }, []);

  const add = (files: Iterable<File>) => {
    const fresh = [...files].slice(0, multiple ? 100 : 1).map((file): UploadItem<Result> => {
      const message = refuseFile(file, accept, bytesMax);
      return {
        id: nextId.current++,
        file,
        progress: 0,
        ...(message ? { state: 'failed', message } : { state: 'waiting' }),
      };
    });
    setItems((now) => (multiple ? [...now, ...fresh] : fresh));
  };
  const remove = (item: UploadItem<Result>) => {
    aborts.current.get(item.id)?.abort();
    if (item.result !== undefined) onRemove?.(item.result, item.file);
    setItems((now) => now.filter((i) => i.id !== item.id));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer).then(add);
  };

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the input inside does the same by key. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <DropZone
          label={label}
          hint={
            hint ??
            [accept?.replaceAll(',', ', '), t('up to {size}', { size: limitText(bytesMax) })].filter(Boolean).join(', ')
          }
          over={over}
          accept={accept}
          multiple={multiple}
          onFiles={add}
        />
      </div>
      {items.length > 0 ? (
        <ul className={css.list} aria-label={t('Files')} aria-live="polite">
          {items.map((item) => (
            <Line
              key={item.id}
              item={item}
              onRetry={() => change(item.id, { state: 'waiting' })}
              onRemove={() => remove(item)}
            />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type LineProps = { item: UploadItem; onRetry: () => void; onRemove: () => void };

function Line({ item, onRetry, onRemove }: LineProps) {
  const busy = item.state === 'sending' || item.state === 'waiting';
  return (
    <li className={css.item} data-state={item.state}>
      <Icon name={item.state === 'done' ? 'check' : item.state === 'failed' ? 'alert' : 'file'} />
      <span className={css.name}>
        {item.file.name}
        <span className={css.size}>{item.state === 'waiting' ? t('waiting') : sizeText(item.file.size)}</span>
      </span>
      <span>
        {item.state === 'failed' ? (
          <Button
            variant="ghost"
            size="small"
            icon
            aria-label={t('Send {name} again', { name: item.file.name })}
            onClick={onRetry}
          >
            <Icon name="refresh" />
          </Button>
        ) : null}
        <Button
          variant="ghost"
          size="small"
          icon
          aria-label={
            busy
              ? t('Cancel upload of {name}', { name: item.file.name })
              : t('Remove {name} from this list', { name: item.file.name })
          }
          onClick={onRemove}
        >
          <Icon name="close" />
        </Button>
      </span>
      {item.state === 'sending' ? (
        <SendProgress part={item.progress} label={t('Sending {name}', { name: item.file.name })} />
      ) : null}
      {item.message ? <span className={css.problem}>{item.message}</span> : null}
    </li>
  );
}
