// Preloaded into a child process that has a pipe at descriptor 3. The pipe closes when the parent ends, even by kill
// -9.
import { Socket } from 'node:net';

const stopWithinMs = 15_000;

const pipe = new Socket({ fd: 3, readable: true, writable: false });
pipe.on('error', () => {});
pipe.once('close', () => {
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  process.kill(process.pid, 'SIGTERM');
});
pipe.resume();
pipe.unref();
