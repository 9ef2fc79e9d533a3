import { t } from '@tuneport/domain/text/text';
import { sizeText } from '../../ui/controls/upload-queue.ts';
import { Icon } from '../../ui/text/Icon.tsx';
import css from './support.module.css';

type File = { id: string; name: string; size_bytes: number };

/** Files to download; access is checked again at download. */
export function FileLinks({ files, addressOf }: { files: readonly File[]; addressOf: (id: string) => string }) {
  if (files.length === 0) return null;
  return (
    <ul className={css.files} aria-label={t('Files')}>
      {files.map((file) => (
        <li key={file.id}>
          <a href={addressOf(file.id)} download={file.name}>
            <Icon name="file" />
            {file.name}
          </a>
          <span className={css.quiet}>{sizeText(file.size_bytes)}</span>
        </li>
      ))}
    </ul>
  );
}
