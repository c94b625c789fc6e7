;; The kernels of a BERT encoder with weights of 8 bits. Numbers are float32 unless a name says otherwise; rows of a table follow
;; one another. Multiplication works on four rows at a time: rows up to the next multiple of four exist and mean nothing.
;;
;; Several threads share the memory. What takes long is cut into parts that whoever is free claims; the rest is done by the thread
;; that leads, while the others wait.
(module
  (memory (import "shared" "memory") 1 1024 shared)

  ;; The task that is cut into parts, in the first bytes of memory. Its fields are 0: the ticket (int64), whose upper half numbers the
  ;; task and whose lower half is the next part that nobody has claimed; 8: how many parts are done; 12: how many there are; 16: which
  ;; kernel it is; from 20 on, what the kernel is called with.
  (global $ticket i32 (i32.const 0))
  (global $closed i64 (i64.const 0xffffffff))
  ;; How often a thread looks again before it sleeps: some tens of microseconds, which a question's next task takes at most to come.
  (global $spins i32 (i32.const 20000))

  ;; Claims parts of the present task until none is left. A ticket can only be exchanged while its task is the present one, and a task
  ;; is not over before every part that was claimed is done, so its fields hold still.
  (func $work
    (local $ticket i64) (local $part i32)
    (loop $next
      (local.set $ticket (i64.atomic.load (global.get $ticket)))
      (local.set $part (i32.wrap_i64 (local.get $ticket)))
      (if (i32.lt_u (local.get $part) (i32.load (i32.const 12)))
        (then
          (if (i64.eq (local.get $ticket)
                (i64.atomic.rmw.cmpxchg (global.get $ticket) (local.get $ticket) (i64.add (local.get $ticket) (i64.const 1))))
            (then
              (call $do (local.get $part))
              (drop (i32.atomic.rmw.add (i32.const 8) (i32.const 1)))))
          (br $next)))))

  (func $do (param $part i32)
    (if (i32.eq (i32.load (i32.const 16)) (i32.const 0))
      (then
        (call $multiply_columns (i32.load (i32.const 20)) (i32.load (i32.const 24)) (i32.load (i32.const 28)) (i32.load (i32.const 32))
          (i32.load (i32.const 36)) (i32.load (i32.const 40)) (i32.load (i32.const 44)) (i32.load (i32.const 48))
          (i32.shl (local.get $part) (i32.const 4)))))
    (if (i32.eq (i32.load (i32.const 16)) (i32.const 1))
      (then
        (call $gelu_row
          (i32.add (i32.load (i32.const 20)) (i32.shl (i32.mul (local.get $part) (i32.load (i32.const 24))) (i32.const 2)))
          (i32.load (i32.const 24)))))
    (if (i32.eq (i32.load (i32.const 16)) (i32.const 2))
      (then
        (call $attend_head (i32.load (i32.const 20)) (i32.load (i32.const 24)) (i32.load (i32.const 28)) (i32.load (i32.const 32))
          (i32.load (i32.const 36)) (local.get $part)))))

  ;; Nothing can be claimed from here on until the task is published.
  (func $prepare (param $kernel i32) (param $parts i32)
    (i64.atomic.store (global.get $ticket)
      (i64.or (i64.add (i64.atomic.load (global.get $ticket)) (i64.const 0x100000000)) (global.get $closed)))
    (i32.atomic.store (i32.const 8) (i32.const 0))
    (i32.store (i32.const 12) (local.get $parts))
    (i32.store (i32.const 16) (local.get $kernel)))

  ;; Leads: publishes the task, works at it too, and waits for what others have claimed.
  (func $publish
    (local $spin i32)
    (i64.atomic.store (global.get $ticket)
      (i64.and (i64.atomic.load (global.get $ticket)) (i64.const 0xffffffff00000000)))
    (drop (memory.atomic.notify (global.get $ticket) (i32.const -1)))
    (call $work)
    (loop $wait
      (if (i32.lt_u (i32.atomic.load (i32.const 8)) (i32.load (i32.const 12)))
        (then
          ;; Another thread may have lost its core: now and then it is given this one.
          (if (i32.gt_u (local.tee $spin (i32.add (local.get $spin) (i32.const 1))) (global.get $spins))
            (then
              (drop (memory.atomic.wait32 (i32.const 8) (i32.atomic.load (i32.const 8)) (i64.const 100000)))))
          (br $wait)))))

  ;; Helps for as long as the thread lives.
  (func (export "help")
    (local $spin i32) (local $seen i64)
    (loop $forever
      (call $work)
      (local.set $seen (i64.atomic.load (global.get $ticket)))
      (local.set $spin (i32.const 0))
      (loop $look
        (br_if $forever (i64.ne (i64.atomic.load (global.get $ticket)) (local.get $seen)))
        (br_if $look (i32.lt_u (local.tee $spin (i32.add (local.get $spin) (i32.const 1))) (global.get $spins))))
      (drop (memory.atomic.wait64 (global.get $ticket) (local.get $seen) (i64.const -1)))
      (br $forever)))

  ;; Quantizes each row of a table to signed bytes: float = scale * (byte + offset). For each row it writes a record of 16 bytes: the
  ;; sum of its bytes (int32), its offset (int32) and its scale. ONNX's DynamicQuantizeLinear has one scale for the whole table; one
  ;; for each row costs nothing more and loses less.
  (func (export "quantize") (param $from i32) (param $rows i32) (param $width i32) (param $to i32) (param $records i32)
    (local $at i32) (local $end i32) (local $row_end i32)
    (local $low v128) (local $high v128) (local $min f32) (local $max f32)
    (local $scale f32) (local $scales v128) (local $offset i32) (local $offsets v128) (local $sum v128)
    (local $row i32) (local $block i32) (local $bytes v128)
    (local.set $block (local.get $to))
    (local.set $end
      (i32.add (local.get $from) (i32.shl (i32.mul (local.get $rows) (local.get $width)) (i32.const 2))))
    (loop $each_row
      (local.set $row_end (i32.add (local.get $from) (i32.shl (local.get $width) (i32.const 2))))
      (local.set $low (v128.const i32x4 0 0 0 0))
      (local.set $high (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $from))
      (loop $range
        (local.set $low (f32x4.pmin (local.get $low) (v128.load (local.get $at))))
        (local.set $high (f32x4.pmax (local.get $high) (v128.load (local.get $at))))
        (br_if $range (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $row_end))))
      (local.set $min
        (f32.min
          (f32.min (f32x4.extract_lane 0 (local.get $low)) (f32x4.extract_lane 1 (local.get $low)))
          (f32.min (f32x4.extract_lane 2 (local.get $low)) (f32x4.extract_lane 3 (local.get $low)))))
      (local.set $max
        (f32.max
          (f32.max (f32x4.extract_lane 0 (local.get $high)) (f32x4.extract_lane 1 (local.get $high)))
          (f32.max (f32x4.extract_lane 2 (local.get $high)) (f32x4.extract_lane 3 (local.get $high)))))
      (local.set $scale (f32.div (f32.sub (local.get $max) (local.get $min)) (f32.const 255)))
      ;; A row of zeroes.
      (if (f32.eq (local.get $scale) (f32.const 0)) (then (local.set $scale (f32.const 1))))
      (local.set $offset
        (i32.sub
          (i32.const 128)
          (i32.trunc_f32_s (f32.nearest (f32.div (f32.neg (local.get $min)) (local.get $scale))))))
      (local.set $scales (f32x4.splat (local.get $scale)))
      (local.set $offsets (i32x4.splat (local.get $offset)))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      ;; Four rows stand together, four bytes of each in turn, so that they are multiplied from one place.
      (local.set $to (i32.add (local.get $block) (i32.shl (i32.and (local.get $row) (i32.const 3)) (i32.const 2))))
      (loop $each
        ;; 16 numbers become 16 bytes; narrowing also limits them to what a byte holds.
        (local.set $bytes
          (i8x16.narrow_i16x8_s
            (i16x8.narrow_i32x4_s
              (i32x4.sub (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.div (v128.load (local.get $from)) (local.get $scales)))) (local.get $offsets))
              (i32x4.sub (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.div (v128.load offset=16 (local.get $from)) (local.get $scales)))) (local.get $offsets)))
            (i16x8.narrow_i32x4_s
              (i32x4.sub (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.div (v128.load offset=32 (local.get $from)) (local.get $scales)))) (local.get $offsets))
              (i32x4.sub (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.div (v128.load offset=48 (local.get $from)) (local.get $scales)))) (local.get $offsets)))))
        (v128.store32_lane 0 (local.get $to) (local.get $bytes))
        (v128.store32_lane offset=16 1 (local.get $to) (local.get $bytes))
        (v128.store32_lane offset=32 2 (local.get $to) (local.get $bytes))
        (v128.store32_lane offset=48 3 (local.get $to) (local.get $bytes))
        (local.set $sum
          (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_s (i16x8.extadd_pairwise_i8x16_s (local.get $bytes)))))
        (local.set $to (i32.add (local.get $to) (i32.const 64)))
        (br_if $each (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 64))) (local.get $row_end))))
      (i32.store (local.get $records)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (i32.store offset=4 (local.get $records) (local.get $offset))
      (f32.store offset=8 (local.get $records) (local.get $scale))
      (local.set $records (i32.add (local.get $records) (i32.const 16)))
      (local.set $row (i32.add (local.get $row) (i32.const 1)))
      (if (i32.eqz (i32.and (local.get $row) (i32.const 3)))
        (then (local.set $block (i32.add (local.get $block) (i32.shl (local.get $width) (i32.const 2))))))
      (br_if $each_row (i32.lt_u (local.get $from) (local.get $end)))))

  ;; What is left to do with four sums of products: undo the offsets of both factors, scale, and add the bias.
  (func $finish (param $products v128) (param $record i32) (param $facts i32) (param $columns4 i32) (result v128)
    (f32x4.add
      (f32x4.mul
        (f32x4.convert_i32x4_s
          (i32x4.add
            (i32x4.sub (local.get $products) (i32x4.splat (i32.shl (i32.load (local.get $record)) (i32.const 6))))
            (i32x4.mul (v128.load32_splat offset=4 (local.get $record)) (v128.load (local.get $facts)))))
        (f32x4.mul (v128.load32_splat offset=8 (local.get $record)) (v128.load (i32.add (local.get $facts) (local.get $columns4)))))
      (v128.load (i32.add (local.get $facts) (i32.shl (local.get $columns4) (i32.const 1))))))

  ;; Multiplies quantized rows, described by their records, with a layer. Its weights are bytes from 0 to 127, which stand for -64 to
  ;; 63, eight columns by four places in 32 bytes; its facts are three rows: sums of its columns (int32), scales and biases.
  (func (export "multiply") (param $from i32) (param $records i32) (param $weights i32) (param $facts i32) (param $to i32)
    (param $rows i32) (param $inner i32) (param $columns i32)
    (call $prepare (i32.const 0) (i32.shr_u (local.get $columns) (i32.const 4)))
    (i32.store (i32.const 20) (local.get $from))
    (i32.store (i32.const 24) (local.get $records))
    (i32.store (i32.const 28) (local.get $weights))
    (i32.store (i32.const 32) (local.get $facts))
    (i32.store (i32.const 36) (local.get $to))
    (i32.store (i32.const 40) (local.get $rows))
    (i32.store (i32.const 44) (local.get $inner))
    (i32.store (i32.const 48) (local.get $columns))
    (call $publish))

  ;; 16 columns of that.
  (func $multiply_columns (param $from i32) (param $records i32) (param $weights i32) (param $facts i32) (param $to i32)
    (param $rows i32) (param $inner i32) (param $columns i32) (param $column i32)
    (local $last i32) (local $row i32) (local $x i32) (local $x_end i32) (local $w i32) (local $out i32)
    (local $columns4 i32) (local $fact i32) (local $record i32) (local $ones v128)
    (local $v v128) (local $w0 v128) (local $w1 v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $ones (v128.const i16x8 1 1 1 1 1 1 1 1))
    (local.set $columns4 (i32.shl (local.get $columns) (i32.const 2)))
    (local.set $last (i32.add (local.get $column) (i32.const 16)))
    (loop $each_column
      (local.set $row (i32.const 0))
      (local.set $record (local.get $records))
      (local.set $x (local.get $from))
      (loop $each_row
        (local.set $w (i32.add (local.get $weights) (i32.mul (local.get $column) (local.get $inner))))
        (local.set $x_end (i32.add (local.get $x) (i32.shl (local.get $inner) (i32.const 2))))
        (local.set $a0 (v128.const i32x4 0 0 0 0))
        (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0))
        (local.set $a3 (v128.const i32x4 0 0 0 0))
        (local.set $b0 (v128.const i32x4 0 0 0 0))
        (local.set $b1 (v128.const i32x4 0 0 0 0))
        (local.set $b2 (v128.const i32x4 0 0 0 0))
        (local.set $b3 (v128.const i32x4 0 0 0 0))
        (loop $each_place
          (local.set $w0 (v128.load (local.get $w)))
          (local.set $w1 (v128.load offset=16 (local.get $w)))
          (local.set $v (v128.load32_splat (local.get $x)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $v) (local.get $w0)) (local.get $ones))))
          (local.set $b0 (i32x4.add (local.get $b0) (i32x4.dot_i16x8_s (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $v) (local.get $w1)) (local.get $ones))))
          (local.set $v (v128.load32_splat offset=4 (local.get $x)))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $v) (local.get $w0)) (local.get $ones))))
          (local.set $b1 (i32x4.add (local.get $b1) (i32x4.dot_i16x8_s (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $v) (local.get $w1)) (local.get $ones))))
          (local.set $v (v128.load32_splat offset=8 (local.get $x)))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $v) (local.get $w0)) (local.get $ones))))
          (local.set $b2 (i32x4.add (local.get $b2) (i32x4.dot_i16x8_s (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $v) (local.get $w1)) (local.get $ones))))
          (local.set $v (v128.load32_splat offset=12 (local.get $x)))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $v) (local.get $w0)) (local.get $ones))))
          (local.set $b3 (i32x4.add (local.get $b3) (i32x4.dot_i16x8_s (i16x8.relaxed_dot_i8x16_i7x16_s (local.get $v) (local.get $w1)) (local.get $ones))))
          (local.set $w (i32.add (local.get $w) (i32.const 32)))
          (br_if $each_place (i32.lt_u (local.tee $x (i32.add (local.get $x) (i32.const 16))) (local.get $x_end))))
        (local.set $fact (i32.add (local.get $facts) (i32.shl (local.get $column) (i32.const 2))))
        (local.set $out
          (i32.add (local.get $to)
            (i32.shl (i32.add (i32.mul (local.get $row) (local.get $columns)) (local.get $column)) (i32.const 2))))
        (v128.store (local.get $out) (call $finish (local.get $a0) (local.get $record) (local.get $fact) (local.get $columns4)))
        (v128.store offset=16 (local.get $out) (call $finish (local.get $b0) (local.get $record) (i32.add (local.get $fact) (i32.const 16)) (local.get $columns4)))
        (local.set $out (i32.add (local.get $out) (local.get $columns4)))
        (v128.store (local.get $out) (call $finish (local.get $a1) (i32.add (local.get $record) (i32.const 16)) (local.get $fact) (local.get $columns4)))
        (v128.store offset=16 (local.get $out) (call $finish (local.get $b1) (i32.add (local.get $record) (i32.const 16)) (i32.add (local.get $fact) (i32.const 16)) (local.get $columns4)))
        (local.set $out (i32.add (local.get $out) (local.get $columns4)))
        (v128.store (local.get $out) (call $finish (local.get $a2) (i32.add (local.get $record) (i32.const 32)) (local.get $fact) (local.get $columns4)))
        (v128.store offset=16 (local.get $out) (call $finish (local.get $b2) (i32.add (local.get $record) (i32.const 32)) (i32.add (local.get $fact) (i32.const 16)) (local.get $columns4)))
        (local.set $out (i32.add (local.get $out) (local.get $columns4)))
        (v128.store (local.get $out) (call $finish (local.get $a3) (i32.add (local.get $record) (i32.const 48)) (local.get $fact) (local.get $columns4)))
        (v128.store offset=16 (local.get $out) (call $finish (local.get $b3) (i32.add (local.get $record) (i32.const 48)) (i32.add (local.get $fact) (i32.const 16)) (local.get $columns4)))
        (local.set $record (i32.add (local.get $record) (i32.const 64)))
        (br_if $each_row (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 4))) (local.get $rows))))
      (br_if $each_column (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 8))) (local.get $last)))))

  (func $total (param $lanes v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $lanes)) (f32x4.extract_lane 1 (local.get $lanes)))
      (f32.add (f32x4.extract_lane 2 (local.get $lanes)) (f32x4.extract_lane 3 (local.get $lanes)))))

  ;; Layer normalization of the sum of two tables, into the first: each row gets mean 0 and variance 1, then scale and bias.
  (func (export "add_and_normalize") (param $at i32) (param $other i32) (param $scale i32) (param $bias i32)
    (param $rows i32) (param $width i32)
    (local $bytes i32) (local $place i32) (local $sum v128) (local $squares v128) (local $value v128)
    (local $mean v128) (local $factor v128)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 2)))
    (loop $row
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $place (i32.const 0))
      (loop $add
        (local.set $value
          (f32x4.add
            (v128.load (i32.add (local.get $at) (local.get $place)))
            (v128.load (i32.add (local.get $other) (local.get $place)))))
        (v128.store (i32.add (local.get $at) (local.get $place)) (local.get $value))
        (local.set $sum (f32x4.add (local.get $sum) (local.get $value)))
        (br_if $add (i32.lt_u (local.tee $place (i32.add (local.get $place) (i32.const 16))) (local.get $bytes))))
      (local.set $mean (f32x4.splat (f32.div (call $total (local.get $sum)) (f32.convert_i32_u (local.get $width)))))
      (local.set $squares (v128.const i32x4 0 0 0 0))
      (local.set $place (i32.const 0))
      (loop $vary
        (local.set $value (f32x4.sub (v128.load (i32.add (local.get $at) (local.get $place))) (local.get $mean)))
        (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $value) (local.get $value))))
        (br_if $vary (i32.lt_u (local.tee $place (i32.add (local.get $place) (i32.const 16))) (local.get $bytes))))
      (local.set $factor
        (f32x4.splat
          (f32.div (f32.const 1)
            (f32.sqrt
              (f32.add
                (f32.div (call $total (local.get $squares)) (f32.convert_i32_u (local.get $width)))
                (f32.const 1e-12))))))
      (local.set $place (i32.const 0))
      (loop $write
        (v128.store (i32.add (local.get $at) (local.get $place))
          (f32x4.add
            (f32x4.mul
              (f32x4.mul
                (f32x4.sub (v128.load (i32.add (local.get $at) (local.get $place))) (local.get $mean))
                (local.get $factor))
              (v128.load (i32.add (local.get $scale) (local.get $place))))
            (v128.load (i32.add (local.get $bias) (local.get $place)))))
        (br_if $write (i32.lt_u (local.tee $place (i32.add (local.get $place) (i32.const 16))) (local.get $bytes))))
      (local.set $at (i32.add (local.get $at) (local.get $bytes)))
      (local.set $other (i32.add (local.get $other) (local.get $bytes)))
      (br_if $row (local.tee $rows (i32.sub (local.get $rows) (i32.const 1))))))

  ;; GELU in place: x / 2 * (1 + erf(x / sqrt 2)), with a rational approximation of erf that is exact to float32.
  (func (export "gelu") (param $at i32) (param $rows i32) (param $width i32)
    (call $prepare (i32.const 1) (local.get $rows))
    (i32.store (i32.const 20) (local.get $at))
    (i32.store (i32.const 24) (local.get $width))
    (call $publish))

  (func $gelu_row (param $at i32) (param $count i32)
    (local $end i32) (local $value v128) (local $x v128) (local $x2 v128) (local $p v128) (local $q v128)
    (local.set $end (i32.add (local.get $at) (i32.shl (local.get $count) (i32.const 2))))
    (loop $each
      (local.set $value (v128.load (local.get $at)))
      (local.set $x (f32x4.mul (local.get $value) (v128.const f32x4 0.70710678 0.70710678 0.70710678 0.70710678)))
      (local.set $x (f32x4.pmax (f32x4.pmin (local.get $x) (v128.const f32x4 4 4 4 4)) (v128.const f32x4 -4 -4 -4 -4)))
      (local.set $x2 (f32x4.mul (local.get $x) (local.get $x)))
      (local.set $p (v128.const f32x4 -2.72614225801306e-10 -2.72614225801306e-10 -2.72614225801306e-10 -2.72614225801306e-10))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x2)) (v128.const f32x4 2.77068142495902e-08 2.77068142495902e-08 2.77068142495902e-08 2.77068142495902e-08)))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x2)) (v128.const f32x4 -2.10102402082508e-06 -2.10102402082508e-06 -2.10102402082508e-06 -2.10102402082508e-06)))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x2)) (v128.const f32x4 -5.69250639462346e-05 -5.69250639462346e-05 -5.69250639462346e-05 -5.69250639462346e-05)))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x2)) (v128.const f32x4 -7.34990630326855e-04 -7.34990630326855e-04 -7.34990630326855e-04 -7.34990630326855e-04)))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x2)) (v128.const f32x4 -2.95459980854025e-03 -2.95459980854025e-03 -2.95459980854025e-03 -2.95459980854025e-03)))
      (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x2)) (v128.const f32x4 -1.60960333262415e-02 -1.60960333262415e-02 -1.60960333262415e-02 -1.60960333262415e-02)))
      (local.set $q (v128.const f32x4 -1.45660718464996e-05 -1.45660718464996e-05 -1.45660718464996e-05 -1.45660718464996e-05))
      (local.set $q (f32x4.add (f32x4.mul (local.get $q) (local.get $x2)) (v128.const f32x4 -2.13374055278905e-04 -2.13374055278905e-04 -2.13374055278905e-04 -2.13374055278905e-04)))
      (local.set $q (f32x4.add (f32x4.mul (local.get $q) (local.get $x2)) (v128.const f32x4 -1.68282697438203e-03 -1.68282697438203e-03 -1.68282697438203e-03 -1.68282697438203e-03)))
      (local.set $q (f32x4.add (f32x4.mul (local.get $q) (local.get $x2)) (v128.const f32x4 -7.37332916720468e-03 -7.37332916720468e-03 -7.37332916720468e-03 -7.37332916720468e-03)))
      (local.set $q (f32x4.add (f32x4.mul (local.get $q) (local.get $x2)) (v128.const f32x4 -1.42647390514189e-02 -1.42647390514189e-02 -1.42647390514189e-02 -1.42647390514189e-02)))
      (v128.store (local.get $at)
        (f32x4.mul
          (f32x4.mul (local.get $value) (v128.const f32x4 0.5 0.5 0.5 0.5))
          (f32x4.add (v128.const f32x4 1 1 1 1) (f32x4.div (f32x4.mul (local.get $x) (local.get $p)) (local.get $q)))))
      (br_if $each (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end)))))

  ;; e to the power of four numbers that are not positive.
  (func $exp (param $x v128) (result v128)
    (local $n v128) (local $y v128)
    (local.set $x (f32x4.pmax (local.get $x) (v128.const f32x4 -87 -87 -87 -87)))
    (local.set $n (f32x4.nearest (f32x4.mul (local.get $x) (v128.const f32x4 1.44269504 1.44269504 1.44269504 1.44269504))))
    (local.set $x (f32x4.sub (local.get $x) (f32x4.mul (local.get $n) (v128.const f32x4 0.693359375 0.693359375 0.693359375 0.693359375))))
    (local.set $x (f32x4.sub (local.get $x) (f32x4.mul (local.get $n) (v128.const f32x4 -2.12194440e-4 -2.12194440e-4 -2.12194440e-4 -2.12194440e-4))))
    (local.set $y (v128.const f32x4 1.9875691500e-4 1.9875691500e-4 1.9875691500e-4 1.9875691500e-4))
    (local.set $y (f32x4.add (f32x4.mul (local.get $y) (local.get $x)) (v128.const f32x4 1.3981999507e-3 1.3981999507e-3 1.3981999507e-3 1.3981999507e-3)))
    (local.set $y (f32x4.add (f32x4.mul (local.get $y) (local.get $x)) (v128.const f32x4 8.3334519073e-3 8.3334519073e-3 8.3334519073e-3 8.3334519073e-3)))
    (local.set $y (f32x4.add (f32x4.mul (local.get $y) (local.get $x)) (v128.const f32x4 4.1665795894e-2 4.1665795894e-2 4.1665795894e-2 4.1665795894e-2)))
    (local.set $y (f32x4.add (f32x4.mul (local.get $y) (local.get $x)) (v128.const f32x4 1.6666665459e-1 1.6666665459e-1 1.6666665459e-1 1.6666665459e-1)))
    (local.set $y (f32x4.add (f32x4.mul (local.get $y) (local.get $x)) (v128.const f32x4 5.0000001201e-1 5.0000001201e-1 5.0000001201e-1 5.0000001201e-1)))
    (f32x4.mul
      (f32x4.add (f32x4.add (f32x4.mul (f32x4.mul (local.get $y) (local.get $x)) (local.get $x)) (local.get $x)) (v128.const f32x4 1 1 1 1))
      (i32x4.shl
        (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $n)) (v128.const i32x4 127 127 127 127))
        (i32.const 23))))

  ;; Self-attention, head by head: rows of queries, keys and values beside one another become rows of mixed values. A head is 32
  ;; numbers wide. `scratch` has room for 65 numbers for each head and row, rows being a multiple of four, and for four more for each head.
  (func (export "attend") (param $from i32) (param $to i32) (param $scratch i32) (param $rows i32) (param $heads i32)
    (call $prepare (i32.const 2) (local.get $heads))
    (i32.store (i32.const 20) (local.get $from))
    (i32.store (i32.const 24) (local.get $to))
    (i32.store (i32.const 28) (local.get $scratch))
    (i32.store (i32.const 32) (local.get $rows))
    (i32.store (i32.const 36) (local.get $heads))
    (call $publish))

  (func $attend_head (param $from i32) (param $to i32) (param $scratch i32) (param $rows i32) (param $heads i32) (param $head i32)
    (local $row i32) (local $padded i32) (local $values i32) (local $scores i32)
    (local $stride i32) (local $query i32) (local $key i32) (local $value i32) (local $end i32) (local $at i32)
    (local $sum v128) (local $max v128) (local $weights v128) (local $keys i32)
    (local $k0 v128) (local $k1 v128) (local $k2 v128) (local $k3 v128)
    (local $p0 v128) (local $p1 v128) (local $p2 v128) (local $p3 v128)
    (local $p4 v128) (local $p5 v128) (local $p6 v128) (local $p7 v128)
    (local.set $keys (i32.shl (local.get $heads) (i32.const 7)))
    (local.set $stride (i32.mul (local.get $keys) (i32.const 3)))
    (local.set $padded (i32.shl (i32.and (i32.add (local.get $rows) (i32.const 3)) (i32.const -4)) (i32.const 7)))
    (local.set $scratch
      (i32.add (local.get $scratch)
        (i32.mul (local.get $head)
          (i32.add (i32.shl (local.get $padded) (i32.const 1)) (i32.add (i32.shr_u (local.get $padded) (i32.const 5)) (i32.const 16))))))
    (local.set $values (i32.add (local.get $scratch) (local.get $padded)))
    (local.set $scores (i32.add (local.get $values) (local.get $padded)))
    (local.set $end (i32.add (local.get $scores) (i32.shl (local.get $rows) (i32.const 2))))
    ;; The head's keys and values each behind one another: far apart, they would push one another out of the nearest cache.
    (local.set $key (i32.add (i32.add (local.get $from) (local.get $keys)) (i32.shl (local.get $head) (i32.const 7))))
    (local.set $value (i32.add (local.get $key) (local.get $keys)))
    (local.set $at (local.get $scratch))
    (loop $gather
      (v128.store (local.get $at) (v128.load (local.get $key)))
      (v128.store (i32.add (local.get $at) (local.get $padded)) (v128.load (local.get $value)))
      (v128.store offset=16 (local.get $at) (v128.load offset=16 (local.get $key)))
      (v128.store offset=16 (i32.add (local.get $at) (local.get $padded)) (v128.load offset=16 (local.get $value)))
      (v128.store offset=32 (local.get $at) (v128.load offset=32 (local.get $key)))
      (v128.store offset=32 (i32.add (local.get $at) (local.get $padded)) (v128.load offset=32 (local.get $value)))
      (v128.store offset=48 (local.get $at) (v128.load offset=48 (local.get $key)))
      (v128.store offset=48 (i32.add (local.get $at) (local.get $padded)) (v128.load offset=48 (local.get $value)))
      (v128.store offset=64 (local.get $at) (v128.load offset=64 (local.get $key)))
      (v128.store offset=64 (i32.add (local.get $at) (local.get $padded)) (v128.load offset=64 (local.get $value)))
      (v128.store offset=80 (local.get $at) (v128.load offset=80 (local.get $key)))
      (v128.store offset=80 (i32.add (local.get $at) (local.get $padded)) (v128.load offset=80 (local.get $value)))
      (v128.store offset=96 (local.get $at) (v128.load offset=96 (local.get $key)))
      (v128.store offset=96 (i32.add (local.get $at) (local.get $padded)) (v128.load offset=96 (local.get $value)))
      (v128.store offset=112 (local.get $at) (v128.load offset=112 (local.get $key)))
      (v128.store offset=112 (i32.add (local.get $at) (local.get $padded)) (v128.load offset=112 (local.get $value)))
      (local.set $key (i32.add (local.get $key) (local.get $stride)))
      (local.set $value (i32.add (local.get $value) (local.get $stride)))
      (br_if $gather (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 128))) (local.get $values))))
    (loop $each_row
      (local.set $query
        (i32.add (i32.add (local.get $from) (i32.mul (local.get $row) (local.get $stride))) (i32.shl (local.get $head) (i32.const 7))))
      (local.set $key (local.get $scratch))
      (local.set $p0 (v128.load (local.get $query)))
      (local.set $p1 (v128.load offset=16 (local.get $query)))
      (local.set $p2 (v128.load offset=32 (local.get $query)))
      (local.set $p3 (v128.load offset=48 (local.get $query)))
      (local.set $p4 (v128.load offset=64 (local.get $query)))
      (local.set $p5 (v128.load offset=80 (local.get $query)))
      (local.set $p6 (v128.load offset=96 (local.get $query)))
      (local.set $p7 (v128.load offset=112 (local.get $query)))
      (local.set $at (local.get $scores))
      (loop $score_four
        (local.set $k0
          (f32x4.add
            (f32x4.add
              (f32x4.add (f32x4.mul (local.get $p0) (v128.load (local.get $key))) (f32x4.mul (local.get $p1) (v128.load offset=16 (local.get $key))))
              (f32x4.add (f32x4.mul (local.get $p2) (v128.load offset=32 (local.get $key))) (f32x4.mul (local.get $p3) (v128.load offset=48 (local.get $key)))))
            (f32x4.add
              (f32x4.add (f32x4.mul (local.get $p4) (v128.load offset=64 (local.get $key))) (f32x4.mul (local.get $p5) (v128.load offset=80 (local.get $key))))
              (f32x4.add (f32x4.mul (local.get $p6) (v128.load offset=96 (local.get $key))) (f32x4.mul (local.get $p7) (v128.load offset=112 (local.get $key)))))))
        (local.set $key (i32.add (local.get $key) (i32.const 128)))
        (local.set $k1
          (f32x4.add
            (f32x4.add
              (f32x4.add (f32x4.mul (local.get $p0) (v128.load (local.get $key))) (f32x4.mul (local.get $p1) (v128.load offset=16 (local.get $key))))
              (f32x4.add (f32x4.mul (local.get $p2) (v128.load offset=32 (local.get $key))) (f32x4.mul (local.get $p3) (v128.load offset=48 (local.get $key)))))
            (f32x4.add
              (f32x4.add (f32x4.mul (local.get $p4) (v128.load offset=64 (local.get $key))) (f32x4.mul (local.get $p5) (v128.load offset=80 (local.get $key))))
              (f32x4.add (f32x4.mul (local.get $p6) (v128.load offset=96 (local.get $key))) (f32x4.mul (local.get $p7) (v128.load offset=112 (local.get $key)))))))
        (local.set $key (i32.add (local.get $key) (i32.const 128)))
        (local.set $k2
          (f32x4.add
            (f32x4.add
              (f32x4.add (f32x4.mul (local.get $p0) (v128.load (local.get $key))) (f32x4.mul (local.get $p1) (v128.load offset=16 (local.get $key))))
              (f32x4.add (f32x4.mul (local.get $p2) (v128.load offset=32 (local.get $key))) (f32x4.mul (local.get $p3) (v128.load offset=48 (local.get $key)))))
            (f32x4.add
              (f32x4.add (f32x4.mul (local.get $p4) (v128.load offset=64 (local.get $key))) (f32x4.mul (local.get $p5) (v128.load offset=80 (local.get $key))))
              (f32x4.add (f32x4.mul (local.get $p6) (v128.load offset=96 (local.get $key))) (f32x4.mul (local.get $p7) (v128.load offset=112 (local.get $key)))))))
        (local.set $key (i32.add (local.get $key) (i32.const 128)))
        (local.set $k3
          (f32x4.add
            (f32x4.add
              (f32x4.add (f32x4.mul (local.get $p0) (v128.load (local.get $key))) (f32x4.mul (local.get $p1) (v128.load offset=16 (local.get $key))))
              (f32x4.add (f32x4.mul (local.get $p2) (v128.load offset=32 (local.get $key))) (f32x4.mul (local.get $p3) (v128.load offset=48 (local.get $key)))))
            (f32x4.add
              (f32x4.add (f32x4.mul (local.get $p4) (v128.load offset=64 (local.get $key))) (f32x4.mul (local.get $p5) (v128.load offset=80 (local.get $key))))
              (f32x4.add (f32x4.mul (local.get $p6) (v128.load offset=96 (local.get $key))) (f32x4.mul (local.get $p7) (v128.load offset=112 (local.get $key)))))))
        (local.set $key (i32.add (local.get $key) (i32.const 128)))
        ;; The four totals beside one another: lanes of pairs are added, and then the halves.
        (local.set $k0
          (f32x4.add
            (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $k0) (local.get $k1))
            (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $k0) (local.get $k1))))
        (local.set $k2
          (f32x4.add
            (i8x16.shuffle 0 1 2 3 16 17 18 19 8 9 10 11 24 25 26 27 (local.get $k2) (local.get $k3))
            (i8x16.shuffle 4 5 6 7 20 21 22 23 12 13 14 15 28 29 30 31 (local.get $k2) (local.get $k3))))
        (v128.store (local.get $at)
          ;; Scaled by the root of the head's width.
          (f32x4.mul
            (f32x4.add
              (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $k0) (local.get $k2))
              (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $k0) (local.get $k2)))
            (v128.const f32x4 0.17677669 0.17677669 0.17677669 0.17677669)))
        (br_if $score_four (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      ;; Up to three numbers behind the last become weights of nothing.
      (v128.store (local.get $end) (v128.const f32x4 -inf -inf -inf -inf))
      (local.set $sum (v128.const f32x4 -inf -inf -inf -inf))
      (local.set $at (local.get $scores))
      (loop $max
        (local.set $sum (f32x4.pmax (local.get $sum) (v128.load (local.get $at))))
        (br_if $max (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      (local.set $max
        (f32x4.splat
          (f32.max
            (f32.max (f32x4.extract_lane 0 (local.get $sum)) (f32x4.extract_lane 1 (local.get $sum)))
            (f32.max (f32x4.extract_lane 2 (local.get $sum)) (f32x4.extract_lane 3 (local.get $sum))))))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $scores))
      (loop $softmax
        (local.set $weights (call $exp (f32x4.sub (v128.load (local.get $at)) (local.get $max))))
        (v128.store (local.get $at) (local.get $weights))
        (local.set $sum (f32x4.add (local.get $sum) (local.get $weights)))
        (br_if $softmax (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      (local.set $weights (f32x4.splat (f32.div (f32.const 1) (call $total (local.get $sum)))))
      (local.set $value (local.get $values))
      (local.set $p0 (v128.const i32x4 0 0 0 0))
      (local.set $p1 (v128.const i32x4 0 0 0 0))
      (local.set $p2 (v128.const i32x4 0 0 0 0))
      (local.set $p3 (v128.const i32x4 0 0 0 0))
      (local.set $p4 (v128.const i32x4 0 0 0 0))
      (local.set $p5 (v128.const i32x4 0 0 0 0))
      (local.set $p6 (v128.const i32x4 0 0 0 0))
      (local.set $p7 (v128.const i32x4 0 0 0 0))
      (local.set $at (local.get $scores))
      (loop $mix
        (local.set $sum (v128.load32_splat (local.get $at)))
        (local.set $p0 (f32x4.add (local.get $p0) (f32x4.mul (local.get $sum) (v128.load (local.get $value)))))
        (local.set $p1 (f32x4.add (local.get $p1) (f32x4.mul (local.get $sum) (v128.load offset=16 (local.get $value)))))
        (local.set $p2 (f32x4.add (local.get $p2) (f32x4.mul (local.get $sum) (v128.load offset=32 (local.get $value)))))
        (local.set $p3 (f32x4.add (local.get $p3) (f32x4.mul (local.get $sum) (v128.load offset=48 (local.get $value)))))
        (local.set $p4 (f32x4.add (local.get $p4) (f32x4.mul (local.get $sum) (v128.load offset=64 (local.get $value)))))
        (local.set $p5 (f32x4.add (local.get $p5) (f32x4.mul (local.get $sum) (v128.load offset=80 (local.get $value)))))
        (local.set $p6 (f32x4.add (local.get $p6) (f32x4.mul (local.get $sum) (v128.load offset=96 (local.get $value)))))
        (local.set $p7 (f32x4.add (local.get $p7) (f32x4.mul (local.get $sum) (v128.load offset=112 (local.get $value)))))
        (local.set $value (i32.add (local.get $value) (i32.const 128)))
        (br_if $mix (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (local.get $end))))
      (local.set $at
        (i32.add (i32.add (local.get $to) (i32.mul (local.get $row) (local.get $keys))) (i32.shl (local.get $head) (i32.const 7))))
      (v128.store (local.get $at) (f32x4.mul (local.get $p0) (local.get $weights)))
      (v128.store offset=16 (local.get $at) (f32x4.mul (local.get $p1) (local.get $weights)))
      (v128.store offset=32 (local.get $at) (f32x4.mul (local.get $p2) (local.get $weights)))
      (v128.store offset=48 (local.get $at) (f32x4.mul (local.get $p3) (local.get $weights)))
      (v128.store offset=64 (local.get $at) (f32x4.mul (local.get $p4) (local.get $weights)))
      (v128.store offset=80 (local.get $at) (f32x4.mul (local.get $p5) (local.get $weights)))
      (v128.store offset=96 (local.get $at) (f32x4.mul (local.get $p6) (local.get $weights)))
      (v128.store offset=112 (local.get $at) (f32x4.mul (local.get $p7) (local.get $weights)))
      (br_if $each_row (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows)))))
)
