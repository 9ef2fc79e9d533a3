import { expect, test } from 'vitest';
import { type ChannelRole, channelKind, type Quantity } from '../quantities.ts';

test.each<[string, string, Quantity, ChannelRole]>([
  ['zwout', 'grad', 'timing', 'measured'],
  ['wkr_0', 'grad KW', 'knock', 'measured'],
  ['vfzg', 'km/h', 'speed', 'measured'],
  ['vfzg_w', 'km/h', 'speed', 'measured'],
  ['toel', '°C', 'oilTemp', 'measured'],
  ['Température eau', '°C', 'coolant', 'measured'],
  ["Température de l'eau", '°C', 'coolant', 'measured'],
  ["Température d'huile", '°C', 'oilTemp', 'measured'],
  ['Driver Demand Torque', 'Nm', 'torque', 'target'],
  ['Torque Demanded', 'Nm', 'torque', 'target'],
])('the channel %s [%s] is %s (%s)', (name, unit, quantity, role) => {
  expect(channelKind(name, '', unit)).toEqual({ quantity, role });
});
