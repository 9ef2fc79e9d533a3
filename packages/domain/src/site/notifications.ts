/** A notification is deleted after this time, whether it was read or not. */
export const notificationDays = 180;

/** Unread notifications are counted up to this number; above it the bell shows 99+. */
export const unreadCountMax = 100;
