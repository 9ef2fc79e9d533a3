import { msg, t } from '@tuneport/domain/text/text';

/** The texts of review-rules.json: the message catalogue is collected from calls in code, not from data files. */
export const ruleTexts: readonly string[] = [
  msg('Knock'),
  msg('Lean under load'),
  msg('Boost above target'),
  msg('Boost below target'),
  msg('Fuel pressure drop'),
  msg('Intake air heats up'),
  msg('Hot intake air'),
  msg('Misfires'),
  msg('of ignition retard under full load'),
  msg('knock events within 5 seconds under full load'),
  msg('leaner than the target under full load'),
  msg('under full load'),
  msg('above target'),
  msg('below target'),
  msg('below the target pressure under full load'),
  msg('below its highest value in the same full-load run'),
  msg('rise within one full-load run'),
  msg('counted within 10 seconds'),
  msg('Check the fuel grade, charge air temperature and timing in this range before you drive on with full load.'),
  msg(
    'Check fuel pressure, injector duty and the air mass signal. Do not add boost until the mixture follows its target.',
  ),
  msg(
    'Check fuel pressure, injector duty and the air mass signal. A petrol engine under full load is richer than λ 1.',
  ),
  msg('Check the wastegate or vane control and the duty cycle table. A short peak while the turbo spools is normal.'),
  msg(
    'Check for a boost leak, the wastegate or vanes, and whether the turbo can supply the requested boost at this speed.',
  ),
  msg('Check the fuel pump, filter and pump supply voltage. Reduce load until the pressure holds.'),
  msg('The intercooler is heat-soaked or too small for this boost. Expect less power and less knock margin.'),
  msg('Let the intake cool down before the next run; check intercooler and sensor position.'),
  msg('Check spark plugs, coils and mixture. Heavy misfiring damages the catalytic converter.'),
];

/** A text of a review rule in the language of the page. */
export const ruleText = (text: string): string => t(text);
