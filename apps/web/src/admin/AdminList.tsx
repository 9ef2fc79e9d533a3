import { type ListKey, ServerList, type ServerListProps } from '../shell/lists/ServerList.tsx';
import { Container } from '../ui/layout/Layout.tsx';
import css from './AdminList.module.css';

export type { ListKey, RowOf } from '../shell/lists/ServerList.tsx';
export type AdminListProps<K extends ListKey> = ServerListProps<K>;

/** A list that is a page of the back office. */
export function AdminList<K extends ListKey>(props: AdminListProps<K>) {
  return (
    <Container width="full" className={css.page}>
      <ServerList {...props} />
    </Container>
  );
}
