import { type ReactNode, useId } from 'react';
import { Icon } from '../text/Icon.tsx';
import css from './DropZone.module.css';

type Props = {
  label: string;
  hint: ReactNode;
  /** Files are held over it. */
  over: boolean;
  /** The only thing on its page. */
  large?: boolean;
  accept?: string | undefined;
  multiple?: boolean;
  onFiles: (files: FileList) => void;
};

/** A frame to drop files on. It is a file input underneath, so keys and readers know it. */
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

/** How much of a file was sent, between 0 and 1. */
export function SendProgress({ label, part }: { label: string; part: number }) {
  return <progress className={css.progress} value={part} max={1} aria-label={label} />;
}
