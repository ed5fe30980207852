import { messageFirst } from '@messaging-service/sdk';
import winston from 'winston';

const log = winston.createLogger({ level: 'debug', transports: [new winston.transports.Console()] });
export const logger = messageFirst(log);
