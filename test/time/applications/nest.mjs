import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Cron, ScheduleModule, Timeout } from '@nestjs/schedule';
import { HOUR, jobs, MINUTE, ready, retrying } from './effects.mjs';

class Tasks {
  hour() {
    jobs.hour();
  }
  reminder() {
    return jobs.reminder();
  }
  delivery() {
    return retrying(jobs.delivery, [10 * MINUTE, 10 * MINUTE]);
  }
}

// JavaScript has no decorators: this is `@Cron('0 * * * *') hour() { … }`.
const decorators = { hour: Cron('0 * * * *'), reminder: Timeout(24 * HOUR), delivery: Timeout(5 * MINUTE) };
for (const [name, decorate] of Object.entries(decorators))
  decorate(Tasks.prototype, name, Object.getOwnPropertyDescriptor(Tasks.prototype, name));

class Application {}
Module({ imports: [ScheduleModule.forRoot()], providers: [Tasks] })(Application);

await NestFactory.createApplicationContext(Application, { logger: ['error'] }).then((application) =>
  application.init(),
);
ready();
