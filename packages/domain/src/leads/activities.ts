export const activityTypes = ['call', 'email', 'meeting', 'task', 'note', 'deadline', 'lunch'] as const;
export type ActivityType = (typeof activityTypes)[number];
export const activityTypeLabels: Readonly<Record<ActivityType, string>> = {
  call: 'Call',
  email: 'E-mail',
  meeting: 'Meeting',
  task: 'Task',
  note: 'Note',
  deadline: 'Deadline',
  lunch: 'Lunch',
};

/** Type and subject in one line; a subject that begins with the type, such as "Call the garage", names it already. */
export function activityTitle(type: ActivityType, subject: string): string {
  const label = activityTypeLabels[type];
  return subject.toLowerCase().startsWith(label.toLowerCase()) ? subject : `${label}: ${subject}`;
}
