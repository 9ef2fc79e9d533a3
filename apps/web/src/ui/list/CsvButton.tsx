import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { errorText } from '../feedback/error-text.ts';
import { toast } from '../feedback/toast-store.ts';
import { Icon } from '../text/Icon.tsx';
import css from './CsvButton.module.css';
import { downloadText, exportCsv } from './export-csv.ts';
import type { Column } from './list-columns.ts';
import type { ListAnswer } from './list-state.ts';

type CsvProps<Row> = {
  columns: readonly Column<Row>[];
  loadPage: (page: number, after?: string) => Promise<ListAnswer<Row>>;
  name: string;
};

/** Exports the whole list as a file, page by page. */
export function CsvButton<Row>({ columns, loadPage, name }: CsvProps<Row>) {
  const [progress, setProgress] = useState<string | null>(null);
  const run = async () => {
    setProgress(t('Reading'));
    try {
      const text = await exportCsv(columns, loadPage, (done, of) =>
        setProgress(t('Page {done} of {of}', { done, of })),
      );
      downloadText(`${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`, text);
    } catch (error) {
      toast(errorText(error, t('The file could not be created.')), { tone: 'bad' });
    } finally {
      setProgress(null);
    }
  };
  return (
    <Button variant="ghost" onClick={run} busy={progress !== null}>
      <Icon name="download" />
      <span className={css.csvText}>{progress ?? 'CSV'}</span>
    </Button>
  );
}
