;; The two steps of a search by vectors that look at much memory.
(module
  (memory (export "memory") 1)

  ;; In how many bits each of `count` codes, a multiple of four, differs from the question's code, as 16-bit numbers at `out`. A
  ;; code has `bytes` bytes, a multiple of 16 and at most 112. The places of those that differ in at most `most` bits are written to
  ;; `near`, as 16-bit numbers too; returns how many.
  (func (export "distances")
    (param $codes i32) (param $bytes i32) (param $count i32) (param $question i32) (param $out i32) (param $most i32) (param $near i32)
    (result i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128) (local $part v128) (local $limit v128)
    (local $at i32) (local $end i32) (local $second i32) (local $third i32) (local $fourth i32)
    (local $place i32) (local $firstNear i32)
    (local.set $firstNear (local.get $near))
    (local.set $limit (i32x4.splat (local.get $most)))
    (local.set $end (i32.add (local.get $question) (local.get $bytes)))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $eachFour
        (local.set $second (i32.add (local.get $codes) (local.get $bytes)))
        (local.set $third (i32.add (local.get $second) (local.get $bytes)))
        (local.set $fourth (i32.add (local.get $third) (local.get $bytes)))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $c (v128.const i32x4 0 0 0 0))
        (local.set $d (v128.const i32x4 0 0 0 0))
        (local.set $at (local.get $question))
        ;; At most seven bytes of at most 8 bits each: their sum fits a byte, and so do the sums of four such sums below.
        (loop $eachPart
          (local.set $part (v128.load (local.get $at)))
          (local.set $a (i8x16.add (local.get $a) (i8x16.popcnt (v128.xor (local.get $part) (v128.load (local.get $codes))))))
          (local.set $b (i8x16.add (local.get $b) (i8x16.popcnt (v128.xor (local.get $part) (v128.load (local.get $second))))))
          (local.set $c (i8x16.add (local.get $c) (i8x16.popcnt (v128.xor (local.get $part) (v128.load (local.get $third))))))
          (local.set $d (i8x16.add (local.get $d) (i8x16.popcnt (v128.xor (local.get $part) (v128.load (local.get $fourth))))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
          (local.set $second (i32.add (local.get $second) (i32.const 16)))
          (local.set $third (i32.add (local.get $third) (i32.const 16)))
          (local.set $fourth (i32.add (local.get $fourth) (i32.const 16)))
          (br_if $eachPart (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
        (local.set $codes (local.get $fourth))
        (local.set $a (i8x16.add
          (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $a) (local.get $b))
          (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $a) (local.get $b))))
        (local.set $c (i8x16.add
          (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $c) (local.get $d))
          (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $c) (local.get $d))))
        (local.set $a (i8x16.add
          (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $a) (local.get $c))
          (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $a) (local.get $c))))
        ;; One number for each of the four codes.
        (local.set $a (i32x4.extadd_pairwise_i16x8_u (i16x8.extadd_pairwise_i8x16_u (local.get $a))))
        (v128.store64_lane 0 (local.get $out) (i16x8.narrow_i32x4_u (local.get $a) (local.get $a)))
        (local.set $a (i32x4.le_s (local.get $a) (local.get $limit)))
        (if (v128.any_true (local.get $a)) (then
          ;; Written always and kept only if it is near, which a lane says by -1.
          (i32.store16 (local.get $near) (i32.add (local.get $place) (i32.const 0)))
          (local.set $near (i32.sub (local.get $near) (i32.shl (i32x4.extract_lane 0 (local.get $a)) (i32.const 1))))
          (i32.store16 (local.get $near) (i32.add (local.get $place) (i32.const 1)))
          (local.set $near (i32.sub (local.get $near) (i32.shl (i32x4.extract_lane 1 (local.get $a)) (i32.const 1))))
          (i32.store16 (local.get $near) (i32.add (local.get $place) (i32.const 2)))
          (local.set $near (i32.sub (local.get $near) (i32.shl (i32x4.extract_lane 2 (local.get $a)) (i32.const 1))))
          (i32.store16 (local.get $near) (i32.add (local.get $place) (i32.const 3)))
          (local.set $near (i32.sub (local.get $near) (i32.shl (i32x4.extract_lane 3 (local.get $a)) (i32.const 1))))))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (local.set $place (i32.add (local.get $place) (i32.const 4)))
        (br_if $eachFour (i32.lt_u (local.get $place) (local.get $count)))))
    (i32.shr_u (i32.sub (local.get $near) (local.get $firstNear)) (i32.const 1)))

  ;; The sum of the products of `count` 8-bit numbers, a multiple of 16, with as many 16-bit numbers.
  (func (export "product") (param $vector i32) (param $count i32) (param $question i32) (result i32)
    (local $end i32) (local $sum v128) (local $eight v128)
    (local.set $end (i32.add (local.get $vector) (local.get $count)))
    (loop $eachSixteen
      (local.set $eight (v128.load (local.get $vector)))
      (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
        (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $eight)) (v128.load (local.get $question)))
        (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $eight)) (v128.load offset=16 (local.get $question))))))
      (local.set $vector (i32.add (local.get $vector) (i32.const 16)))
      (local.set $question (i32.add (local.get $question) (i32.const 32)))
      (br_if $eachSixteen (i32.lt_u (local.get $vector) (local.get $end))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum))))))
