/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The size over tests or time, and the steps as a table. The plot is drawn anew
   for each width, so that its letters keep their size; the step that is pointed
   at is the cursor, the one that is open below has a line. */

const plot = {
  cursor: 1,
  x: 'tests',
  y: 'tokens',

  /* What is where, for the width. */
  layout() {
    const width = Math.max(260, find('plot').clientWidth);
    const height = width < 500 ? 220 : 300;
    const points = [];
    for (let step = 0; step <= lastStep; step++)
      points.push(stepFacts(step));
    const end = report[this.x];
    const sizes = points.map(point => Math.max(1, point[this.y]));
    this.size = { width, height, left: 60, right: width - 12, top: 26,
      bottom: height - 42 };
    this.most = Math.max(1, end, ...points.slice(-1).map(p => p[this.x]));
    this.low = Math.floor(Math.log10(sizes.reduce((a, b) => Math.min(a, b))));
    this.high = Math.max(this.low + 1,
      Math.ceil(Math.log10(sizes.reduce((a, b) => Math.max(a, b)))));
    return points;
  },

  left(value) {
    const { left, right } = this.size;
    return left + (right - left) * Math.min(1, value / this.most);
  },

  top(value) {
    const { top, bottom } = this.size;
    const part = (Math.log10(Math.max(1, value)) - this.low) /
      (this.high - this.low);
    return bottom - (bottom - top) * part;
  },

  /* Round numbers that divide the axis into few parts. */
  ticks() {
    const rough = this.most / Math.max(2, Math.floor(this.size.width / 160));
    const unit = 10 ** Math.floor(Math.log10(rough));
    const step = Math.max(1, [1, 2, 5, 10].find(n => n * unit >= rough) * unit);
    const list = [];
    for (let at = 0; at <= this.most; at += step)
      list.push(at);
    return list;
  },

  axes() {
    const { left, right, top, bottom, height } = this.size;
    const parts = [];
    for (let power = this.low; power <= this.high; power++) {
      const y = this.top(10 ** power);
      parts.push(makeSvg('line', { class: 'grid', x1: left, x2: right, y1: y,
        y2: y }), makeSvg('text', { x: left - 8, y: y + 4,
        'text-anchor': 'end' }, number(10 ** power)));
    }
    for (const value of this.ticks()) {
      const x = this.left(value);
      parts.push(makeSvg('line', { class: 'tick', x1: x, x2: x, y1: bottom,
        y2: bottom + 5 }), makeSvg('text', { x, y: bottom + 19,
        'text-anchor': value ? x > right - 24 ? 'end' : 'middle' : 'start' },
      this.x === 'tests' ? number(value) : time(value)));
    }
    parts.push(makeSvg('line', { class: 'axis', x1: left, x2: right, y1: bottom,
      y2: bottom }), makeSvg('text', { x: right, y: height - 6,
      'text-anchor': 'end', class: 'axis-name' }, this.x === 'tests'
      ? 'tests run' : 'time'), makeSvg('text', { x: 0, y: top - 14,
      class: 'axis-name' }, this.y));
    return parts;
  },

  draw() {
    const points = this.layout();
    const { width, height, right } = this.size;
    let path = '';
    points.forEach((point, i) => {
      const x = this.left(point[this.x]).toFixed(1);
      const y = this.top(point[this.y]).toFixed(1);
      path += i ? 'H' + x + 'V' + y : 'M' + x + ' ' + y;
    });
    path += 'H' + right;
    const dots = points.length > 150 ? [] : points.slice(1).map(point =>
      makeSvg('circle', { class: 'dot', r: 2.5, cx: this.left(point[this.x]),
        cy: this.top(point[this.y]) }));
    this.open = makeSvg('line', { class: 'open', y1: this.size.top,
      y2: this.size.bottom });
    this.ring = makeSvg('circle', { class: 'ring', r: 6 });
    find('plot').replaceChildren(makeSvg('svg', { width, height,
      viewBox: '0 0 ' + width + ' ' + height, 'aria-hidden': 'true' },
    ...this.axes(), this.open, makeSvg('path', { class: 'line', d: path }),
    ...dots, this.ring));
    this.point(this.cursor);
    this.mark(stepper.step);
  },

  /* The step that is open below. */
  mark(step) {
    const x = this.left(stepFacts(step)[this.x]);
    this.open.setAttribute('x1', x);
    this.open.setAttribute('x2', x);
  },

  /* Moves the cursor. */
  point(step) {
    this.cursor = Math.max(1, Math.min(lastStep, step));
    const facts = stepFacts(this.cursor);
    const text = 'Step ' + number(stepNumber(this.cursor)) + ', ' + facts.pass +
      ': ' +
      count(facts[this.y], this.y.slice(0, -1)) + ' after ' +
      count(facts.tests, 'test') + ', ' + time(facts.ms);
    this.ring.setAttribute('cx', this.left(facts[this.x]));
    this.ring.setAttribute('cy', this.top(facts[this.y]));
    find('plot-read').textContent = text;
    find('plot').setAttribute('aria-valuenow', this.cursor);
    find('plot').setAttribute('aria-valuetext', text);
  },

  /* The step that is nearest to a place across. */
  near(clientX) {
    const x = clientX - find('plot').getBoundingClientRect().left;
    const away = step => Math.abs(this.left(stepFacts(step)[this.x]) - x);
    let best = 1;
    for (let step = 2; step <= lastStep; step++)
      if (away(step) < away(best))
        best = step;
    return best;
  },

  key(event) {
    const to = { ArrowRight: this.cursor + 1, ArrowUp: this.cursor + 1,
      ArrowLeft: this.cursor - 1, ArrowDown: this.cursor - 1,
      PageUp: this.cursor + 10, PageDown: this.cursor - 10, Home: 1,
      End: lastStep }[event.key];
    if (event.key === 'Enter')
      stepper.show(this.cursor);
    else if (to !== undefined)
      this.point(to);
    else
      return;
    event.preventDefault();
  },

  start() {
    const area = find('plot');
    area.setAttribute('aria-valuemax', lastStep);
    this.cursor = stepper.step; /* which a link may have chosen */
    this.draw();
    area.addEventListener('pointermove',
      event => this.point(this.near(event.clientX)));
    area.addEventListener('click', event => {
      this.point(this.near(event.clientX));
      stepper.show(this.cursor);
    });
    area.addEventListener('keydown', event => this.key(event));
    for (const input of find('course').querySelectorAll('input'))
      input.addEventListener('change', () => {
        this[input.name === 'plot-x' ? 'x' : 'y'] = input.value;
        this.draw();
      });
    new ResizeObserver(() => {
      if (Math.max(260, area.clientWidth) !== this.size.width)
        this.draw();
    }).observe(area);
    stepper.listeners.push(step => {
      this.point(step);
      this.mark(step);
    });
  }
};

function drawStepTable() {
  const steps = [...report.steps.keys()].map(i => i + 1);
  const row = step => {
    const { pass, round, tests, ms, tokens, bytes } = stepFacts(step);
    return make('tr', '', make('td', '', stepNumber(step)), rowHead(cut(pass)),
      make('td', '', round), numberCell(tests), make('td', '', time(ms)),
      numberCell(tokens), numberCell(bytes));
  };
  partOf('course', 'tbody').append(...firstRows({ steps }, 'steps', row,
    text => wideRow(7, text)));
}
