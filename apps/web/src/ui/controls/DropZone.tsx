import { type ReactNode, useId } from 'react';
import { Icon } from '../text/Icon.tsx';
import css from './DropZone.module.css';

type Props = {
  label: string;
  hint: ReactNode;
  /** Files are being dragged over it. */
  over: boolean;
  /** It is the only control of its page. */
  large?: boolean;
  accept?: string | undefined;
  multiple?: boolean;
  onFiles: (files: FileList) => void;
};

/** Drop zone for files, built on a file input for keyboard and screen reader support. */
export function DropZone({ label, hint, over, large, accept, multiple = true, onFiles }: Props) {
  const id = useId();
  return (
    <div className={css.drop} data-over={over || undefined} data-large={large || undefined}>
      <Icon name="upload" size={large ? 32 : 24} />
      <label htmlFor={id} className={css.title}>
        {label}
      </label>
      <span id={`${id}-hint`} className={css.hint}>
        {hint}
      </span>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => {
          if (currentTarget.files) onFiles(currentTarget.files);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

/** Progress of an upload, between 0 and 1. */
export function SendProgress({ label, part }: { label: string; part: number }) {
  return <progress className={css.progress} value={part} max={1} aria-label={label} />;
}
