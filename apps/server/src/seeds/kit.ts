import { type KitNode, kitProblems, newNode } from '@tuneport/domain/catalog/kit-tree';
import { sql } from 'kysely';
import type { Db } from '../platform/db/db.ts';

type Kit = Pick<KitNode, 'answer' | 'title' | 'text'> & {
  readonly products: readonly string[];
  /** The tune type the kit is for. */
  readonly tuneType?: string;
};

const question = (id: string, answer: string, title: string, children: readonly KitNode[], text = ''): KitNode => ({
  ...newNode(id, answer),
  title,
  text,
  children,
});

/** The kit builder of the demo store: what a visitor has and wants leads to products and an example tune. */
export async function buildDemoKit(db: Db): Promise<void> {
  const kit = async (id: string, { products, tuneType, ...about }: Kit): Promise<KitNode> => ({
    ...newNode(id),
    ...about,
    products: products.map((slug) => ({ slug, quantity: 1 })),
    tunes: tuneType ? await firstTuneOf(db, tuneType) : [],
  });
  const tree = question(
    'start',
    '',
    'What do you want to do?',
    [
      question('own', 'Tune my own car', 'How do you want to write it?', [
        await kit('own-port', {
          answer: 'Through the diagnostic port, at home',
          title: 'Home flash kit',
          text: 'The tool, and a lead long enough to sit comfortably while it writes.',
          products: ['flashzilla-v3', 'obd-extension'],
          tuneType: 'stage-1',
        }),
        await kit('own-rent', {
          answer: 'Once, with a tool that goes back',
          title: 'One job, one week',
          text: 'Rented for seven days; the rent counts towards the price if you keep it.',
          products: ['rental-flashzilla'],
          tuneType: 'stage-1',
        }),
      ]),
      question('workshop', 'Tune the cars of customers', 'Do you work on the bench?', [
        await kit('workshop-bench', {
          answer: 'Yes, with the control unit in front of me',
          title: 'Bench set',
          text: 'Holds its voltage through the longest write, with the harness and the pins beside it.',
          products: ['bench-kit-workshop', 'steady-70-supply', 'bench-harness', 'boot-pin-set'],
          tuneType: 'stage-2',
        }),
        await kit('workshop-port', {
          answer: 'No, through the diagnostic port',
          title: 'Workshop set',
          text: 'Everything to write by the port, and the studio to read what the car says afterwards.',
          products: ['dealer-starter-kit', 'log-studio-licence'],
          tuneType: 'dsg',
        }),
      ]),
      await kit('hardware', {
        answer: 'Build it up with parts first',
        title: 'Stage 2 hardware',
        text: 'The parts a stage 2 tune asks for.',
        products: ['downpipe-76', 'ram-intake-40', 'stepped-intercooler'],
        tuneType: 'stage-2',
      }),
    ],
    'Two questions, and you know what to order.',
  );
  const [problem] = kitProblems(tree);
  if (problem) throw new Error(`The demo kit is wrong at ${problem.id}: ${problem.text}`);
  await db
    .insertInto('kit_builder_trees')
    .values({ id: 1, tree: JSON.stringify(tree) })
    .execute();
}

async function firstTuneOf(db: Db, type: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select x.tune_id as id from tune_tune_types x
    join tune_types y on y.id = x.tune_type_id join engine_tunes e on e.tune_id = x.tune_id
    where y.slug = ${type} order by x.tune_id limit 1`.execute(db);
  return rows.map(({ id }) => id);
}
