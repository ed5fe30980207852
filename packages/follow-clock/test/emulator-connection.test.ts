import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Connection } from '@messaging-service/follow-clock/core';
import { expect, onTestFinished, test } from 'vitest';

test('a connection to the emulator that is reset in the middle of a response is an error of the call only', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"followers":', () => {
        setTimeout(() => socket.resetAndDestroy(), 20);
      });
    });
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = new Connection(`http://127.0.0.1:${port}/_emulator`, 'shop');
  await expect(connection.isFollowing('shop')).rejects.toThrow('aborted');
});
