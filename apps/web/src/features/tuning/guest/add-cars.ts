import { call } from '../../../platform/api/browser.ts';

/** Puts the cars of paid requests into the garage of the new account. A car that cannot be added is added by hand later. */
export async function addCars(requestIds: readonly number[]): Promise<void> {
  const known = new Set<string>();
  for (const id of requestIds) {
    try {
      const { vehicle_path, information } = await call('GET /v1/tune-requests/:id', { params: { id } });
      if (vehicle_path === null || known.has(vehicle_path + information.vin)) continue;
      known.add(vehicle_path + information.vin);
      const [make, year, model, engine, transmission] = vehicle_path.split('/').slice(2).map(decodeURIComponent);
      const parts = Object.fromEntries(
        Object.entries({ make, year, model, engine, transmission }).filter(([, slug]) => slug !== undefined),
      );
      await call('POST /vehicles', {
        body: { ...parts, vin: information.vin },
        idempotencyKey: `guest-car-${id}`,
      });
    } catch {
      // The garage offers to add it.
    }
  }
}
