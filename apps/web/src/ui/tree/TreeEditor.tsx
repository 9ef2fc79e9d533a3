import { t } from '@tuneport/domain/text/text';
import { dropNode, findNode, nudgeNode, pathTo, type TreeMove, type TreeNode } from '@tuneport/domain/trees/tree';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Icon, StrokeIcon } from '../text/Icon.tsx';
import css from './TreeEditor.module.css';

type Props<Node extends TreeNode<Node>> = {
  label: string;
  tree: Node;
  chosen: string;
  row: (node: Node, level: number) => ReactNode;
  readOnly?: boolean;
  onChoose: (id: string) => void;
  onChange: (tree: Node) => void;
  onAdd: (parentId: string) => void;
  onRemove: (id: string) => void;
};

type Row<Node> = { node: Node; level: number; at: number; of: number };
type Target = { id: string; where: 'before' | 'inside' };

const moveKeys: Readonly<Record<string, TreeMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'indent',
  ArrowLeft: 'outdent',
};

/**
 * An ordered tree as one list of rows. Arrow keys navigate, open and close; with Alt they move a row. Rows can be dragged
 * before or into another one. The buttons above do the same for the selected row, also on a touch screen.
 */
export function TreeEditor<Node extends TreeNode<Node>>(props: Props<Node>) {
  const { label, tree, chosen, row, readOnly = false, onChoose, onChange, onAdd, onRemove } = props;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [over, setOver] = useState<Target | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  // The selected row is always shown.
  const above = new Set(
    pathTo(tree, chosen)
      .slice(0, -1)
      .map(({ id }) => id),
  );
  const isOpen = ({ id, children }: Node) => children.length > 0 && (!closed.has(id) || above.has(id));
  const rows = shownRows(tree, isOpen);
  const chosenAt = rows.findIndex(({ node }) => node.id === chosen);

  // After a move the row is drawn elsewhere; the focus follows it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new tree may have moved the row
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [chosen, tree]);

  const choose = (id: string | undefined) => {
    if (id === undefined) return;
    wantsFocus.current = true;
    onChoose(id);
  };
  const setOpen = (node: Node, open: boolean) => {
    const next = new Set(closed);
    if (open) next.delete(node.id);
    else next.add(node.id);
    setClosed(next);
    if (!open && findNode(node, chosen)) choose(node.id);
  };
  const move = (by: TreeMove, keepFocus: boolean) => {
    const moved = nudgeNode(tree, chosen, by);
    if (!moved) return;
    wantsFocus.current = keepFocus;
    onChange(moved);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const current = rows[chosenAt]?.node ?? tree;
    const by = moveKeys[event.key];
    if (event.altKey && by && !readOnly) {
      event.preventDefault();
      return move(by, true);
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => choose(rows[chosenAt + 1]?.node.id),
      ArrowUp: () => choose(rows[chosenAt - 1]?.node.id),
      ArrowRight: () => (isOpen(current) ? choose(current.children[0]?.id) : setOpen(current, true)),
      ArrowLeft: () => (isOpen(current) ? setOpen(current, false) : choose(pathTo(tree, chosen).at(-2)?.id)),
      Home: () => choose(rows[0]?.node.id),
      End: () => choose(rows.at(-1)?.node.id),
      ...(readOnly ? {} : { Insert: () => onAdd(chosen), Delete: () => onRemove(chosen) }),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const onDragOver = (event: DragEvent<HTMLElement>, id: string, level: number) => {
    if (readOnly) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const where = level > 1 && event.clientY < top + height / 3 ? 'before' : 'inside';
    if (over?.id !== id || over.where !== where) setOver({ id, where });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(null);
    const dragged = event.dataTransfer.getData('text/plain');
    if (dragged && over) onChange(dropNode(tree, dragged, over.id, over.where));
  };

  return (
    <>
      {readOnly ? null : (
        <TreeActions
          can={(by) => nudgeNode(tree, chosen, by) !== null}
          isRoot={chosen === tree.id}
          onMove={(by) => move(by, false)}
          onAdd={() => onAdd(chosen)}
          onRemove={() => onRemove(chosen)}
        />
      )}
      <div ref={list} className={css.tree} role="tree" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1}>
        {rows.map(({ node, level, at, of }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are on the tree, as a tree has them
          <div
            key={node.id}
            role="treeitem"
            className={css.row}
            data-level={Math.min(level, 8)}
            data-over={over?.id === node.id ? over.where : undefined}
            aria-level={level}
            aria-posinset={at}
            aria-setsize={of}
            aria-selected={node.id === chosen}
            aria-expanded={node.children.length > 0 ? isOpen(node) : undefined}
            tabIndex={node.id === chosen ? 0 : -1}
            draggable={!readOnly && level > 1}
            onClick={() => onChoose(node.id)}
            onDragStart={(event) => {
              event.dataTransfer.setData('text/plain', node.id);
              event.dataTransfer.effectAllowed = 'move';
            }}
            onDragOver={(event) => onDragOver(event, node.id, level)}
            onDragLeave={() => setOver(null)}
            onDrop={onDrop}
          >
            {node.children.length > 0 ? (
              // For the mouse; arrow keys open and close the row.
              <span
                className={css.toggle}
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation();
                  setOpen(node, !isOpen(node));
                }}
              >
                <Icon name={isOpen(node) ? 'chevronDown' : 'chevronRight'} />
              </span>
            ) : null}
            <span className={css.text}>{row(node, level)}</span>
          </div>
        ))}
      </div>
    </>
  );
}

function shownRows<Node extends TreeNode<Node>>(
  node: Node,
  isOpen: (node: Node) => boolean,
  level = 1,
  at = 1,
  of = 1,
): Row<Node>[] {
  const children = isOpen(node) ? node.children : [];
  return [
    { node, level, at, of },
    ...children.flatMap((child, nth) => shownRows(child, isOpen, level + 1, nth + 1, children.length)),
  ];
}

const chevronUp = 'M4 10l4-4 4 4';

type ActionsProps = {
  can: (move: TreeMove) => boolean;
  isRoot: boolean;
  onMove: (move: TreeMove) => void;
  onAdd: () => void;
  onRemove: () => void;
};

function TreeActions({ can, isRoot, onMove, onAdd, onRemove }: ActionsProps) {
  const action = (label: string, icon: ReactNode, disabled: boolean, onClick: () => void) => (
    <Button icon size="small" variant="ghost" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {icon}
    </Button>
  );
  return (
    <div className={css.actions} role="toolbar" aria-label={t('Selected row')}>
      {action(t('Add below'), <Icon name="plus" />, false, onAdd)}
      {action(t('Move up'), <StrokeIcon path={chevronUp} />, !can('up'), () => onMove('up'))}
      {action(t('Move down'), <Icon name="chevronDown" />, !can('down'), () => onMove('down'))}
      {action(t('Indent'), <Icon name="chevronRight" />, !can('indent'), () => onMove('indent'))}
      {action(t('Outdent'), <Icon name="chevronLeft" />, !can('outdent'), () => onMove('outdent'))}
      {action(t('Delete'), <Icon name="trash" />, isRoot, onRemove)}
    </div>
  );
}
