// Loaded before a program of a document: where two runs meet, the ports of a manager (8080 and 8081, which the document
// leaves as they are) would be taken. It listens on a free one instead.
import { Server } from 'node:net';

const listen = Object.getOwnPropertyDescriptor(Server.prototype, 'listen').value;

Server.prototype.listen = function (options, ...rest) {
  const isDefault = options?.port === 8080 || options?.port === 8081;
  return listen.call(this, isDefault ? { ...options, port: 0 } : options, ...rest);
};
