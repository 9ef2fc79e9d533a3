import { useState } from 'react';
import { Board, type BoardMove } from '../board/Board.tsx';
import { Calendar } from '../calendar/Calendar.tsx';

const columns = [
  { id: 1, title: 'To do', head: <div>2 cards</div> },
  { id: 2, title: 'In progress', head: <div>1 card</div> },
  { id: 3, title: 'Done', target: 'good' as const },
];
const startCards = [
  { id: 1, columnId: 1, name: 'Call North Bay Performance' },
  { id: 2, columnId: 1, name: 'Send the price list to Harbour Street Tuning and Service' },
  { id: 3, columnId: 2, name: 'Agree on a visit' },
];

export function BoardSample() {
  const [cards, setCards] = useState(startCards);
  const move = ({ id, columnId, afterId }: BoardMove) =>
    setCards((now) => {
      const card = now.find((one) => one.id === id);
      if (!card) return now;
      const others = now.filter((one) => one.id !== id);
      const at = afterId === null ? 0 : others.findIndex((one) => one.id === afterId) + 1;
      return [...others.slice(0, at), { ...card, columnId }, ...others.slice(at)];
    });
  return (
    <>
      <Board label="Sample board" columns={columns} cards={cards} card={renderCard} onMove={move} />
      <Calendar
        label="Sample calendar"
        month="2026-05"
        today="2026-05-12"
        entries={[
          { id: 1, date: '2026-05-04', content: 'Call North Bay Performance' },
          { id: 2, date: '2026-05-12', content: 'Visit' },
        ]}
        monthLink={(month) => `?month=${month}`}
        empty="No entries this month."
      />
    </>
  );
}

const renderCard = (card: { name: string }) => <p>{card.name}</p>;
