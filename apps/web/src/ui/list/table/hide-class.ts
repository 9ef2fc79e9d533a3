import css from './ListTable.module.css';

export const hideClass = (column: { hideBelow?: 640 | 800 | 1000 | 1200 }) =>
  column.hideBelow ? css[`hide${column.hideBelow}`] : undefined;
