import { t } from '@tuneport/domain/text/text';
import { logBytesMax } from '@tuneport/domain/tuning/logs/log-types';
import { type DragEvent, useId, useState } from 'react';
import { droppedFiles } from '../../ui/controls/dropped-files.ts';
import { Icon } from '../../ui/text/Icon.tsx';
import graph from './graph.module.css';
import css from './start.module.css';

type Props = { label: string; onFile: (file: File) => void; small?: boolean };

/** Drop zone for a log, built on a file input for keyboard and screen reader support. */
export function DropLog({ label, onFile, small }: Props) {
  const id = useId();
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer).then(([file]) => file && onFile(file));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the input inside does the same by key
    <div
      className={small ? css.dropSmall : css.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Icon name="upload" size={small ? 16 : 24} />
      <label htmlFor={id}>{label}</label>
      {small ? null : (
        <span className={graph.quiet} id={`${id}-hint`}>
          {t('CSV, text, MSL or MLG from any logger, up to {size} MiB', { size: logBytesMax / 1024 / 1024 })}
        </span>
      )}
      <input
        id={id}
        type="file"
        aria-describedby={small ? undefined : `${id}-hint`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}
