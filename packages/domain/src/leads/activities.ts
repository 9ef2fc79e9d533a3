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
